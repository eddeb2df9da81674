// The door to the sources of product data.
import type { Region } from '#contracts';
import { CALL_MS, openHttp } from './http.client.ts';
import { LwaTokenClient } from './lwa-token.client.ts';
import type { RetailerSource } from './port.ts';
import { SpApiClient } from './sp-api.client.ts';

export { RetailerSource, type SourceAnswer } from './port.ts';

/** Where the Selling Partner API is, and who we are to it. */
export interface SourceSettings {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  regions: Record<Region, { url: string; refreshToken: string | undefined }>;
}

/** The configured source; a call takes `timeoutMs` at the most, its token included. */
export function openSource(
  { tokenUrl, clientId, clientSecret, regions: { na, eu, fe } }: SourceSettings,
  timeoutMs = CALL_MS,
): RetailerSource {
  const http = openHttp();
  const refreshTokens = { na: na.refreshToken, eu: eu.refreshToken, fe: fe.refreshToken };
  const tokens = new LwaTokenClient(http, { tokenUrl, clientId, clientSecret, refreshTokens }, timeoutMs);
  return new SpApiClient(http, tokens, { na: na.url, eu: eu.url, fe: fe.url }, timeoutMs);
}
