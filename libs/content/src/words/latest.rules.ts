// Keeps what was worked out, for the latest texts and for what is held: a text is read by many checks, and tried several times until
// it is published.

/** Longer texts are worked out each time: what is found in them takes room, and they are asked about once or twice. */
const LONGEST_KEPT = 4000;

/** A function that works out what it gives for a text once, as long as the text is among the latest `most`. */
export function forLatest<V extends object>(most: number, workOut: (text: string) => V): (text: string) => V {
  // Texts are dropped by whole maps, so that one that is known costs no more than to look it up.
  let latest = new Map<string, V>();
  let before = new Map<string, V>();
  return (text) => {
    const known = latest.get(text);
    if (known) return known;
    if (text.length > LONGEST_KEPT) return workOut(text);
    const value = before.get(text) ?? workOut(text);
    if (latest.size >= most / 2) {
      before = latest;
      latest = new Map();
    }
    latest.set(text, value);
    return value;
  };
}

/** A function that works out what it gives for an object once, as long as somebody holds the object. */
export function forHeld<K extends object, V>(workOut: (held: K) => V): (held: K) => V {
  const known = new WeakMap<K, V>();
  return (held) => {
    if (!known.has(held)) known.set(held, workOut(held));
    return known.get(held) as V;
  };
}
