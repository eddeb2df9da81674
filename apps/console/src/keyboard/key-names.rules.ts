// The names of keys, as pages give them and as they are shown. Pure.

/** The part of a keyboard event that names the key. */
type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** A key of one letter. */
const LETTER = /^\p{L}$/u;

/**
 * The name of a pressed key: that of `KeyboardEvent.key`, with Ctrl (on a Mac Cmd) `Ctrl+k` or `Ctrl+Enter`. A letter is large
 * with Shift alone: with Caps Lock, who accepts one part by `a` must not accept all by `A`.
 */
export function keyNameOf({ key, ctrlKey, metaKey, shiftKey }: Pressed): string {
  if (ctrlKey || metaKey) return `Ctrl+${key.length === 1 ? key.toLowerCase() : key}`;
  if (!LETTER.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** True for a key of one letter, digit or sign, and for two of them in a row: speech and slips of the hand press these. */
export function isOneLetter(name: string): boolean {
  return /^(.|. .)$/u.test(name);
}

/** The parts of a name as one reads them: `X` are Shift and x pressed together, `g p` are g and p, one after the other. */
export function shownKeys(name: string): string[] {
  return name.split(' ').map((key) => {
    if (/^\p{Lu}$/u.test(key)) return `Shift+${key.toLowerCase()}`;
    return key.replace(/^Ctrl\+(.)$/, (_, letter: string) => `Ctrl+${letter.toUpperCase()}`);
  });
}

/** A name as `aria-keyshortcuts` has it. */
export function ariaOf(name: string): string {
  return shownKeys(name)
    .map((key) => key.replace('Ctrl', 'Control'))
    .join(' ');
}
