// The cryptography of the services, in one place to review; the gateway leaves the check of access tokens to passport-jwt.
export {
  API_KEY_START,
  hashApiKey,
  hashInvitationCode,
  isApiKey,
  apiKeyPrefix,
  newApiKey,
  newInvitationCode,
} from './secrets.ts';
export { bytesHash, contentHash, equalInConstantTime, hmac, nonce } from './hashes.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export {
  newRefreshToken,
  nextRefreshToken,
  refreshTokenHashes,
  type RefreshTokenHashes,
} from './refresh-tokens.ts';
export { isSealedWith, seal, unseal } from './sealing.ts';
export { newSigningKey, openSigningKey, signAccessToken } from './signing-keys.ts';
export { webhookHeaders } from './webhook-signatures.ts';
export { newWebhookSecret } from './webhook-secrets.ts';
