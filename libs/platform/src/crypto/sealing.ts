// Seals texts that are stored but that nobody may read from the database.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** Secret → key, because scrypt is slow on purpose. */
const sealingKeys = new Map<string, Buffer>();

function sealingKey(secret: string): Buffer {
  const known = sealingKeys.get(secret);
  if (known) return known;
  const key = scryptSync(secret, 'shelfscribe-sealing', 32);
  sealingKeys.set(secret, key);
  return key;
}

/** Encrypts and authenticates a text (AES-256-GCM): 12 bytes of nonce, 16 of tag, then the cipher text. */
export function seal(secret: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** True if a text was sealed with this secret. */
export function isSealedWith(secret: string, sealed: string): boolean {
  try {
    unseal(secret, sealed);
    return true;
  } catch {
    return false;
  }
}

/** Decrypts a sealed text. Throws when it was changed, or sealed with another secret. */
export function unseal(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
