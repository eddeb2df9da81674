// Derives a number from a text, so that what is invented for an ASIN is the same each time.

/** FNV-1a hash: 0 to 4,294,967,295. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
