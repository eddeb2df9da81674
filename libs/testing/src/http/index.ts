// HTTP clients for tests: one for JSON, one for raw bytes, and the API document that answers are checked against.
export { ApiDocument, type Operation, type Parameter, type Schema } from './api-document.ts';
export { EventReader, type ReceivedEvent } from './event-reader.ts';
export { HttpClient, type Answer } from './http-client.ts';
export { exchange, type RawResponse } from './raw-http.ts';
