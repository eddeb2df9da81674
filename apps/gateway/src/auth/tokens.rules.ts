// Reads an access token before its signature is verified. Pure.
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE } from '#contracts';

/** The token of `Authorization: Bearer …`; undefined for no header, another scheme or nothing after it. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(authorization ?? '')?.[1];
}

/**
 * The key id of a token; undefined unless its header has our algorithm and type and no critical extension. A key that
 * the header itself names (jwk, jku, x5u) is never used.
 */
export function keyIdOf(token: string): string | undefined {
  const header = parseHeader(token);
  if (header?.['alg'] !== ACCESS_TOKEN_ALGORITHM || header['typ'] !== ACCESS_TOKEN_TYPE) return undefined;
  if ('crit' in header || typeof header['kid'] !== 'string') return undefined;
  return header['kid'];
}

function parseHeader(token: string): Record<string, unknown> | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
    return typeof header === 'object' && header !== null ? { ...header } : undefined;
  } catch {
    return undefined; // the header is not JSON
  }
}
