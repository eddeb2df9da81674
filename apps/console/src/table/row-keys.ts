// The keys by which one moves through a table.
import { useEffect, useRef } from 'react';

/** Where a key is part of a text, or moves through something else. */
const BUSY = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=listbox], [role=menu]';
/** While one of these is open, the keys of the page behind it rest. */
const ABOVE = '[role=dialog], [role=menu], [role=listbox]';

/** Calls what belongs to a key, wherever the focus is on the page; the names are those of `KeyboardEvent.key`. */
export function useRowKeys(actions: Record<string, (event: KeyboardEvent) => void>): void {
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
      if (!action || (key === 'Enter' && !target.matches('tr'))) return; // links have an Enter of their own
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
