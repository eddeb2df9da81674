// Checks that a cursor opens at its place, and is refused after any change.
import { configSchema } from '../config.ts';
import { CursorsService } from './cursors.service.ts';

const config = configSchema.parse({
  CURSOR_SECRET: 'a secret of the test',
  DATABASE_URL: 'postgres://x/y',
  DATABASE_SYSTEM_URL: 'postgres://x/y',
});
const cursors = new CursorsService(config);
const place = { createdAt: '2026-11-21 08:00:00.123456+00', id: '0199c000-0000-7000-8000-000000000001' };
const cursor = cursors.seal(place, 'workspace', 'Custom');

describe('a cursor', () => {
  it('opens at the place it was made for', () => {
    expect(cursors.open(cursor, 'workspace', 'Custom')).toEqual(place);
  });

  it.each([
    ['another workspace', () => cursors.open(cursor, 'other', 'Custom')],
    ['another filter', () => cursors.open(cursor, 'workspace', '')],
    ['text moved from one filter to the other', () => cursors.open(cursor, 'workspaceCustom', '')],
    ['a changed character', () => cursors.open(`${cursor.slice(0, -1)}_`, 'workspace', 'Custom')],
    ['an invented text', () => cursors.open('%%%', 'workspace', 'Custom')],
    [
      'another secret',
      () =>
        new CursorsService({ ...config, CURSOR_SECRET: 'another secret' }).open(
          cursor,
          'workspace',
          'Custom',
        ),
    ],
  ])('is refused with %s', (_, act) => {
    expect(act).toThrow(expect.objectContaining({ code: 'InvalidNextToken', target: 'nextToken' }));
  });
});
