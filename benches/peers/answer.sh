#!/bin/sh
# What a hook in the shell does: the fields that the form asks, from answers that stand here. Nothing is checked.
jq -c '
  { project_name: "shop-api", contact: "ops@example.com", region: "eu-central-1",
    replicas: 3, dry_run: false, features: ["metrics", "backup"] } as $answers
  | select(.mcp_server_name == "deploy-tools")
  | (.requested_schema.properties | keys_unsorted) as $asked
  | { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept",
      content: ($answers | with_entries(select(.key | IN($asked[])))) } }'
