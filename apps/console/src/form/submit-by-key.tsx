// Sends a form by Ctrl+Enter, also from a field of several lines.
import type { KeyboardEvent } from 'react';

export function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
