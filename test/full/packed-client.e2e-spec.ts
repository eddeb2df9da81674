// The client of the API as a program finds it that has installed its package.
import { Environment, type Person } from '#testing/environment';
import { checkPackedClient } from './packed-client.ts';

let environment: Environment;
let ann: Person;
beforeAll(async () => {
  environment = await Environment.start({ name: 'packed client' });
  [ann] = await environment.addPeople('ann');
});
afterAll(() => environment?.stop());

it('the client works where it is installed from its package, as the README says', async () => {
  await checkPackedClient(ann, new URL(environment.baseUrl).origin);
});
