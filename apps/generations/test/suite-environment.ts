// The environment that all suites of one test file share: two instances of the service with prices, whose reconcilers rest.
import type { INestMicroservice } from '@nestjs/common';
import { GenerationsEnvironment, PRICED_MODELS } from './generations-environment.ts';

export let environment: GenerationsEnvironment;
/** The instances. Which of them gets a request is not known. */
export let app: INestMicroservice;
export let otherApp: INestMicroservice;

beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  app = await environment.startInstance(PRICED_MODELS);
  otherApp = await environment.startInstance(PRICED_MODELS);
});
afterAll(() => environment?.stop());
