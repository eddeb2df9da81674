// What other rooms use of http.
export { Computed, type ComputedAnswer, Created, type CreatedAnswer } from './created.decorator.ts';
export { CSV, JSON_TYPE, MERGE_PATCH, PLAIN_TEXT, timesSent, waitSeconds } from './headers.rules.ts';
export {
  type Client,
  CurrentActor,
  CurrentClient,
  IdempotencyKey,
  IsHead,
  SessionEnd,
  WantsStream,
} from './request.decorator.ts';
export { OptionalBody, RequestBody } from './bodies/request-body.decorator.ts';
