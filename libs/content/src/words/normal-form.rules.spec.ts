// Tests that letters get one form, and that no text makes that slow.
import { normalForm } from './normal-form.rules.ts';

it.each([
  ['NFC', 'Cafe\u0301', 'Café'],
  ['NFC', 'ﬁt', 'ﬁt'],
  ['NFKC', 'ﬁt Ｂ０', 'fit B0'],
] as const)('%s of “%s” is “%s”', (form, text, normal) => expect(normalForm(text, form)).toBe(normal));

it('leaves a text with more marks behind a letter than any script has', () => {
  const text = `a${'\u0301\u0316'.repeat(20_000)}`;
  expect(normalForm(text, 'NFKC') === text).toBe(true); // not toBe(text), whose report would have all of it
});
