// Keys for what is shown.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { addKeys, hasLetters, switchLetters, watchLetters, type Keys, type Reach } from './keyboard.state.ts';
import { ariaOf, isOneLetter, shownKeys } from './key-names.rules.ts';

/** Adds keys while the component is shown; the help lists them with what they do. */
export function useKeys(keys: Keys, reach: Reach = 'page'): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => addKeys(() => latest.current, reach), [reach]);
}

/** Whether keys of one letter do something in this browser, and what switches them. */
export function useOneLetterKeys(): [isOn: boolean, change: (on: boolean) => void] {
  return [useSyncExternalStore(watchLetters, hasLetters), switchLetters];
}

/** The properties of a button that has a key: they name the key in the tooltip, and to screen readers. */
export function useKeyHint(): (key: string) => { title?: string; 'aria-keyshortcuts'?: string } {
  const { t } = useTranslation('keyboard');
  const [hasOneLetter] = useOneLetterKeys();
  return (key) =>
    hasOneLetter || !isOneLetter(key)
      ? { title: t('hint', { key: shownKeys(key).join(' ') }), 'aria-keyshortcuts': ariaOf(key) }
      : {};
}
