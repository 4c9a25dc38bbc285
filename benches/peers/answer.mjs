// What a hook in JavaScript does: the fields that the form asks, from answers that stand here. Nothing is checked.
import { readFileSync } from 'node:fs';

const answers = {
  project_name: 'shop-api',
  contact: 'ops@example.com',
  region: 'eu-central-1',
  replicas: 3,
  dry_run: false,
  features: ['metrics', 'backup'],
};

const event = JSON.parse(readFileSync(0, 'utf8'));
if (event.mcp_server_name === 'deploy-tools') {
  const asked = Object.keys(event.requested_schema.properties);
  const content = Object.fromEntries(asked.filter((name) => name in answers).map((name) => [name, answers[name]]));
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'Elicitation', action: 'accept', content } }));
}
