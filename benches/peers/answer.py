"""What a hook in Python does: the fields that the form asks, from answers that stand here. Nothing is checked."""
import json
import sys

ANSWERS = {
    "project_name": "shop-api",
    "contact": "ops@example.com",
    "region": "eu-central-1",
    "replicas": 3,
    "dry_run": False,
    "features": ["metrics", "backup"],
}

event = json.load(sys.stdin)
if event["mcp_server_name"] == "deploy-tools":
    asked = event["requested_schema"]["properties"]
    content = {name: ANSWERS[name] for name in asked if name in ANSWERS}
    output = {"hookEventName": "Elicitation", "action": "accept", "content": content}
    print(json.dumps({"hookSpecificOutput": output}))
