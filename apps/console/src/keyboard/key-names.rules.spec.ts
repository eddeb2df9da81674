// Tests the names of keys.
import { ariaOf, isOneLetter, keyNameOf, shownKeys } from './key-names.rules.ts';

const pressed = (key: string, held: { ctrlKey?: true; metaKey?: true; shiftKey?: true } = {}) =>
  keyNameOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...held });

it('names keys by what they write, and Ctrl and Cmd alike', () => {
  expect(pressed('X', { shiftKey: true })).toBe('X');
  expect(pressed('?', { shiftKey: true })).toBe('?');
  expect(pressed('k', { ctrlKey: true })).toBe('Ctrl+k');
  expect(pressed('K', { metaKey: true })).toBe('Ctrl+k');
  expect(pressed('Enter', { ctrlKey: true })).toBe('Ctrl+Enter');
});

it('names letters by Shift, whatever Caps Lock writes', () => {
  expect(pressed('A')).toBe('a');
  expect(pressed('a', { shiftKey: true })).toBe('A');
});

it('knows which keys a person may want to switch off', () => {
  expect(['a', 'X', '?', '5', 'g p'].filter(isOneLetter)).toHaveLength(5);
  expect(['Enter', 'Ctrl+k', 'Escape'].filter(isOneLetter)).toEqual([]);
});

it('shows keys as one presses them', () => {
  expect(['X', 'g p', 'Ctrl+k', 'Ctrl+Enter', '/'].map(shownKeys)).toEqual([
    ['Shift+x'],
    ['g', 'p'],
    ['Ctrl+K'],
    ['Ctrl+Enter'],
    ['/'],
  ]);
  expect(ariaOf('Ctrl+k')).toBe('Control+K');
});
