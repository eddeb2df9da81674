// Starts and ends a process: web, service, worker or one-off task.
export {
  type WebOptions,
  ProcessModule,
  bootService,
  bootTask,
  bootWeb,
  bootWorker,
  openService,
  openWeb,
  openWorker,
  taskArguments,
} from './boot.ts';
export { ConfigModule } from './config.module.ts';
