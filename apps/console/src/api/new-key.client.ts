// Makes the keys by which the API does a repeated request once.

/** A new Idempotency-Key: make it when a form opens, and keep it for all tries of what the form sends. */
export function newKey(): string {
  // Not randomUUID: browsers have that on secure pages only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** Gives each body of a form its key: the same as long as the same is sent. Make it when the form opens. */
export function keysByBody(): (body: object) => string {
  const keys = new Map<string, string>();
  return (body) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return key;
  };
}
