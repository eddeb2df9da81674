// Keys of one letter: they count wherever the focus is on the page, but not while one types or a dialog is open.
import { useEffect, useRef } from 'react';

/** Where a key is part of a text, or moves through something else. */
const BUSY =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=listbox], [role=menu]';
/** While one of these is open, the keys of the page behind it rest. */
const ABOVE = '[role=dialog], [role=menu], [role=listbox]';

/** Calls what belongs to a key; the names are those of `KeyboardEvent.key`. Enter counts on a row of a table only. */
export function useKeys(actions: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      const { altKey, ctrlKey, metaKey, defaultPrevented, key } = event;
      if (defaultPrevented || altKey || ctrlKey || metaKey) return;
      if (target.closest(BUSY) || document.querySelector(ABOVE)) return;
      const action = latest.current[key];
      if (!action || (key === 'Enter' && !target.matches('tr'))) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
