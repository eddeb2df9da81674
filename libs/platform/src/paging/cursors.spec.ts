// Tests that a cursor opens only for the list that it was made for.
import { openCursor, sealCursor } from './cursors.ts';

const KEY = 'a key of the test';
const POSITION = { createdAt: '2026-11-21 08:00:00.123456+00', id: '0199c000-0000-7000-8000-000000000001' };
const BOUND = ['workspace', 'Custom'];
const cursor = sealCursor(KEY, POSITION, BOUND);
const changed = Buffer.from(cursor, 'base64url').toString().replace('0001|', '0002|');
const appended = Buffer.from(`${Buffer.from(cursor, 'base64url').toString()}|more`).toString('base64url');

describe('a cursor', () => {
  it('opens to its position', () => {
    expect(openCursor(KEY, cursor, BOUND)).toEqual(POSITION);
  });

  it.each([
    ['for another workspace', () => openCursor(KEY, cursor, ['other', 'Custom'])],
    ['with another filter', () => openCursor(KEY, cursor, ['workspace', ''])],
    ['with words moved between the filters', () => openCursor(KEY, cursor, ['workspaceCustom', ''])],
    ['under another key', () => openCursor('another key', cursor, BOUND)],
    ['with another id', () => openCursor(KEY, Buffer.from(changed).toString('base64url'), BOUND)],
    ['with a changed character', () => openCursor(KEY, `${cursor.slice(0, -1)}_`, BOUND)],
    ['in another spelling of the same bytes', () => openCursor(KEY, `${cursor}=`, BOUND)],
    ['with a part appended', () => openCursor(KEY, appended, BOUND)],
    ['from an invented text', () => openCursor(KEY, '%%%', BOUND)],
  ])('does not open %s', (_, open) => {
    expect(open).toThrow(expect.objectContaining({ code: 'InvalidNextToken', target: 'nextToken' }));
  });
});
