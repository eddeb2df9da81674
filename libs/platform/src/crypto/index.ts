// All cryptography of the project, in one place to review.
export { API_KEY_START, hashApiKey, isApiKey, newApiKey } from './api-keys.ts';
export { contentHash, equalInConstantTime, hmac, nonce } from './hashes.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { newSigningKey, openSigningKey, signAccessToken } from './signing-keys.ts';
