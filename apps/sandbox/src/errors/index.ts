// What other rooms use of errors.
export {
  ErrorResponse,
  invalidInput,
  marketplaceError,
  modelError,
  tokenError,
  unauthorized,
} from './error-response.rules.ts';
