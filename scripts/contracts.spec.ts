// Tests the comparison of requests with those of the last release: each rule is broken once.
import { z } from 'zod';
import { request, type RequestDefinition } from '#contracts';
import { incompatibilities, shapeOf } from './contracts/compatibility.ts';

const subject = 'auth.person.things.get';
const on = z.object({ is: z.literal('on'), count: z.int() });
const off = z.object({ is: z.literal('off') });
const input = { id: z.uuid(), kind: z.enum(['a', 'b']), note: z.string().min(2).max(5).optional() };
const output = {
  size: z.int(),
  state: z.discriminatedUnion('is', [on, off]),
  level: z.enum(['low', 'high']),
  tags: z.array(z.string()),
  rest: z.record(z.string(), z.json()).describe('Free-form.'),
};

/** The request with these fields in its input, or in its answer. */
const asking = (fields: z.ZodRawShape, since?: string): RequestDefinition =>
  request({ subject, input: z.strictObject(fields), output: z.object(output), ...(since ? { since } : {}) });
const answering = (fields: z.ZodRawShape, since?: string): RequestDefinition =>
  request({ subject, input: z.strictObject(input), output: z.object(fields), ...(since ? { since } : {}) });

const released = { release: '1.9.0', requests: { [subject]: shapeOf(asking(input)) } };

it.each<[string, (since?: string) => RequestDefinition, string]>([
  [
    'wants a field that an older caller does not send',
    (since) => asking({ ...input, more: z.string() }, since),
    'an older caller is refused: message.more may be absent',
  ],
  [
    'does not know a value any more',
    (since) => asking({ ...input, kind: z.enum(['a']) }, since),
    'an older caller is refused: message.kind may be b',
  ],
  [
    'wants another type',
    (since) => asking({ ...input, id: z.int() }, since),
    'an older caller is refused: message.id is string instead of integer',
  ],
  [
    'wants shorter texts',
    (since) => asking({ ...input, note: z.string().min(2).max(4).optional() }, since),
    'an older caller is refused: message.note has not maxLength 4',
  ],
  [
    'leaves a field out of its answer',
    (since) =>
      answering({ state: output.state, level: output.level, tags: output.tags, rest: output.rest }, since),
    'an older caller cannot read the answer: message.size may be absent',
  ],
  [
    'answers with another type in a list',
    (since) => answering({ ...output, tags: z.array(z.int()) }, since),
    'an older caller cannot read the answer: message.tags[] is integer instead of string',
  ],
  [
    'answers with a new alternative',
    (since) => answering({ ...output, state: z.union([on, off, z.object({ is: z.literal('dim') })]) }, since),
    'an older caller cannot read the answer: message.state.is may be dim',
  ],
])('an owner that %s is found, whatever its definition says', (_, definition, finding) => {
  expect(incompatibilities([definition()], released)).toContain(`${subject}: ${finding}`);
  expect(incompatibilities([definition('1.10.0')], released)).toEqual([`${subject}: ${finding}`]);
});

it.each<[string, (since?: string) => RequestDefinition, string]>([
  [
    'sends a new field to an input that is strict',
    (since) => asking({ ...input, more: z.string().optional() }, since),
    'an older owner refuses: message.more is not known',
  ],
  [
    'sends a new value',
    (since) => asking({ ...input, kind: z.enum(['a', 'b', 'c']) }, since),
    'an older owner refuses: message.kind may be c',
  ],
  [
    'needs a new field of the answer',
    (since) => answering({ ...output, more: z.int() }, since),
    'the answer of an older owner cannot be read: message.more may be absent',
  ],
])('a caller that %s is found, unless the definition says since when', (_, definition, finding) => {
  expect(incompatibilities([definition()], released)).toEqual([`${subject}: ${finding}`]);
  expect(incompatibilities([definition('1.10.0')], released)).toEqual([]);
});

it('finds a new value of an enumeration in an answer, unless the definition says since when', () => {
  const more = { ...output, level: z.enum(['low', 'high', 'top']) };
  const finding = `${subject}: an older caller cannot read the answer: message.level may be top`;
  expect(incompatibilities([answering(more)], released)).toEqual([finding]);
  expect(incompatibilities([answering(more, '1.10.0')], released)).toEqual([]);
});

it('finds a field of an answer that becomes optional, unless the definition says since when', () => {
  const less = { ...output, size: z.int().optional() };
  const finding = `${subject}: an older caller cannot read the answer: message.size may be absent`;
  expect(incompatibilities([answering(less)], released)).toEqual([finding]);
  expect(incompatibilities([answering(less, '1.10.0')], released)).toEqual([]);
});

it('accepts an optional field of an answer, and other words', () => {
  expect(incompatibilities([asking(input)], released)).toEqual([]);
  const more = { ...output, more: z.int().optional(), rest: output.rest.describe('Other words.') };
  expect(incompatibilities([answering(more)], released)).toEqual([]);
});

it('finds a request that is gone', () => {
  expect(incompatibilities([], released)).toEqual([`${subject} is gone, but callers of 1.9.0 send it.`]);
});

it('accepts a new request only with its release', () => {
  const empty = { release: '1.9.0', requests: {} };
  expect(incompatibilities([asking(input)], empty)).toEqual([
    `${subject} is not in 1.9.0: mark it with \`since\`.`,
  ]);
  expect(incompatibilities([asking(input, '1.10.0')], empty)).toEqual([]);
});

it('finds a mark that has become superfluous', () => {
  expect(incompatibilities([asking(input, '1.9.0')], released)).toEqual([
    `${subject}: 1.9.0 is released: remove \`since\`.`,
  ]);
});

it('an answer that callers pass on unread may change', () => {
  const definition = { ...answering({ ...output, size: z.int().optional() }, '1.10.0'), passthrough: true };
  expect(incompatibilities([definition], released)).toEqual([]);
});
