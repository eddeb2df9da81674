// Turns any error into an AppError, and an AppError into a bus reply or an HTTP body.
export {
  errorToHttp,
  errorToWire,
  invalidArgument,
  logError,
  toAppError,
  versionMismatch,
  workspaceErased,
} from './error-mapping.ts';
