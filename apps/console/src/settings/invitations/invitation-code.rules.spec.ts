// Tests where the code of an invitation is found.
import { codeIn, enteredCode, joinLink } from './invitation-code.rules.ts';

const LINK = 'https://shop.example/console/join#code=ssi_a-1_b';

it('a link has the code behind its #', () =>
  expect(joinLink('https://shop.example/console/join', 'ssi_a-1_b')).toBe(LINK));

it.each([
  ['code=ssi_a-1_b', 'ssi_a-1_b'],
  ['top', ''],
  ['', ''],
])('in the fragment %j is the code %j', (fragment, code) => expect(codeIn(fragment)).toBe(code));

it.each([
  [' ssi_a-1_b\n', 'ssi_a-1_b'],
  [`${LINK} `, 'ssi_a-1_b'],
  ['https://shop.example/console/join#top', ''],
])('what is entered as %j is the code %j', (text, code) => expect(enteredCode(text)).toBe(code));
