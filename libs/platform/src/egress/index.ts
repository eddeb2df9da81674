// Calls to URLs of strangers.
export { urlFault, type UrlFault } from './destinations.ts';
export { EgressClient, MAX_ANSWER_BYTES, type CallResult, type FetchResult } from './post.ts';
