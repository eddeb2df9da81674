// All cryptography of the project, in one place to review.
export {
  contentHash,
  hashPassword,
  newSigningKey,
  nonce,
  openSigningKey,
  equalInConstantTime,
  signAccessToken,
  hmac,
  verifyPassword,
} from './crypto.ts';
