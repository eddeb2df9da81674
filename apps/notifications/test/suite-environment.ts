// The environment that all suites of one test file share: two instances of the service.
import type { INestMicroservice } from '@nestjs/common';
import { NotificationsEnvironment } from './notifications-environment.ts';

export let environment: NotificationsEnvironment;
/** The instances. Which of them gets a request is not known. */
export let app: INestMicroservice;
export let otherApp: INestMicroservice;

beforeAll(async () => {
  environment = await NotificationsEnvironment.start();
  app = await environment.startInstance();
  otherApp = await environment.startInstance();
});
afterAll(() => environment?.stop());
