// What the suites of webhooks share: the steps on the running service, and its database.
import { environment, app } from '../suite-environment.ts';
import { WebhookSteps } from './webhook-steps.ts';

export let steps: WebhookSteps;
beforeAll(() => {
  steps = new WebhookSteps(environment, app);
});

export const sql = (text: string, values: unknown[] = []) => environment.superuser.query(text, values);
