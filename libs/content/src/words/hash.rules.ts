// A short hash of a text, by which versions are told apart.

/** FNV-1a, in eight hexadecimal digits: it tells texts apart and protects nothing. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
