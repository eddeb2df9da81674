// The door of the Selling Partner API room.
export { SpApiClient, type SearchResult } from './sp-api.client.ts';
