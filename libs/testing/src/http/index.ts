// HTTP for tests: a client for JSON, one for raw bytes and one for streams, the API document, hostile files.
export { ApiDocument, type Operation, type Parameter, type Schema } from './api-document.ts';
export { EventReader, type ReceivedEvent } from './event-reader.ts';
export { HOSTILE_CSV } from './hostile-csv.ts';
export { HttpClient, type Answer, type HttpClientOptions } from './http-client.ts';
export { exchange, type RawResponse } from './raw-http.ts';
