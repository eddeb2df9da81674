// What the keys do now. Pages add their keys while they are shown. Keys work wherever the focus is, but not while a person types
// or a dialog is open.
import { flushSync } from 'react-dom';
import { isOneLetter, keyNameOf } from './key-names.rules.ts';

/** What a key does. */
export interface Key {
  /** In words, for the help. */
  does: string;
  act: (event: KeyboardEvent) => void;
}

/**
 * Keys by their name: that of `KeyboardEvent.key` (a large letter is with Shift), `Ctrl+k`, or two in a row as `g p`. What is absent does nothing. Enter counts
 * on a row of a table only.
 */
export type Keys = Readonly<Record<string, Key | false | undefined>>;

/** Where keys count: on one page, or on each. */
export type Reach = 'page' | 'everywhere';

/** Keys that are known now; `keys` may change. */
interface Known {
  keys: () => Keys;
  reach: Reach;
}

/** The choice of this browser. */
const CHOICE = 'shelfscribe.one-letter-keys';
/** Longest time between two keys in a row, in milliseconds. */
const IN_A_ROW_MS = 2000;
/** Where a key is part of a text, or moves through something else. */
const BUSY =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu]';
/** A field that has the same keys for itself. */
const OWN_KEYS = '[data-own-keys]';
/** A field that takes what is typed into it when it is left, such as a list of words. */
const TAKES_WHEN_LEFT = '[data-takes-when-left]';
/** While one of these is open, the keys of the page behind it rest. */
const ABOVE = '[role=dialog], [role=menu], [role=listbox], :popover-open';

const known = new Set<Known>();
const listeners = new Set<() => void>();
let areLettersOn = localStorage.getItem(CHOICE) !== 'off';
/** The key before, when it may begin two in a row. */
let before: { name: string; at: number } | undefined;

document.addEventListener('keydown', press);
// Those with Ctrl come before the fields, but for a field with keys of its own: Enter opens a choice, whatever is held with it.
document.addEventListener(
  'keydown',
  (event) => {
    if (hasModifier(event) && !(event.target as Element).closest(OWN_KEYS)) press(event);
  },
  true,
);

/** Adds keys until the function that it gives is called. */
export function addKeys(keys: () => Keys, reach: Reach): () => void {
  const added = { keys, reach };
  known.add(added);
  return () => void known.delete(added);
}

/** The keys that do something now, with what they do, in the order in which they were added. */
export function keysNow(reach: Reach): [name: string, does: string][] {
  return [...known]
    .filter((one) => one.reach === reach)
    .flatMap(({ keys }) => Object.entries(keys()))
    .flatMap(([name, key]) => (key ? [[name, key.does]] : []));
}

/** Whether keys of one letter do something in this browser. */
export function hasLetters(): boolean {
  return areLettersOn;
}

/** Switches the keys of one letter on or off in this browser. */
export function switchLetters(on: boolean): void {
  areLettersOn = on;
  if (on) localStorage.removeItem(CHOICE);
  else localStorage.setItem(CHOICE, 'off');
  for (const listener of listeners) listener();
}

/** Calls a listener after each switch until the function that it gives is called. */
export function watchLetters(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function press(event: KeyboardEvent): void {
  const target = event.target as Element;
  const name = keyNameOf(event);
  const first = before && event.timeStamp - before.at < IN_A_ROW_MS ? before.name : undefined;
  before = undefined;
  if (event.defaultPrevented || event.altKey || isSomethingAbove()) return;
  if (!hasModifier(event) && target.closest(BUSY)) return;
  if (isOneLetter(name) && !areLettersOn) return;
  if (name === 'Ctrl+Enter') take(target);
  const key = (first !== undefined && find(`${first} ${name}`)) || find(name);
  if (key) {
    if (name === 'Enter' && !target.matches('tr')) return;
    event.preventDefault();
    event.stopPropagation();
    key.act(event);
  } else if (beginsTwo(name)) before = { name, at: event.timeStamp };
}

/** Lets a field take what was typed into it before the form is sent; the focus stays there. */
function take(field: Element): void {
  if (!(field instanceof HTMLElement) || !field.matches(TAKES_WHEN_LEFT)) return;
  flushSync(() => field.blur());
  field.focus();
}

function hasModifier({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** Whether a dialog or a menu is open, other than one with `but` in it. Choices of forms are in the page while closed, too. */
export function isSomethingAbove(but?: string): boolean {
  return [...document.querySelectorAll(ABOVE)].some(
    (element) => element.checkVisibility() && !(but && element.querySelector(but)),
  );
}

/** What a key does. If several were added under its name, the last one counts. */
function find(name: string): Key | undefined {
  const found = [...known].map(({ keys }) => keys()[name]).filter((key) => !!key);
  return found.at(-1);
}

function beginsTwo(name: string): boolean {
  return [...known].some(({ keys }) => Object.keys(keys()).some((one) => one.startsWith(`${name} `)));
}
