// Tests entity tags: what If-Match demands, and what If-None-Match knows.
import { demandedVersion, IF_MATCH, isKnownTag } from './entity-tags.rules.ts';

it.each([
  [undefined, undefined],
  ['*', undefined],
  ['"3"', 3],
  [' "3" ', 3],
  ['W/"3"', 0],
  ['"3", "4"', 0],
  ['"3","3"', 0],
  ['"03"', 0],
  ['"x"', 0],
  ['""', 0],
  ['', 'malformed'],
  ['3', 'malformed'],
  ['"3', 'malformed'],
  ['"3" "4"', 'malformed'],
  ['*, "3"', 'malformed'],
  ['w/"3"', 'malformed'],
])('If-Match %j demands %j, and the API document tells whether it is well-formed', (header, version) => {
  expect(demandedVersion(header)).toBe(version);
  // HTTP takes the white space around a value away.
  if (header !== undefined) expect(new RegExp(IF_MATCH).test(header.trim())).toBe(version !== 'malformed');
});

it.each([
  ['"3"', '"3"', true],
  ['"3"', 'W/"3"', true],
  ['W/"3"', '"3"', true],
  ['"3"', '"2", W/"3"', true],
  ['"3"', '*', true],
  ['"3"', '"2"', false],
  ['"3"', '3', false],
  ['"3"', '"2" "3"', false],
  ['W/"a,b"', 'W/"a", "b"', false],
  ['W/"a,b"', '"x", "a,b"', true],
])('the tag %s is known by If-None-Match %s: %j', (tag, header, known) =>
  expect(isKnownTag(tag, header)).toBe(known),
);
