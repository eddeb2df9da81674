// Bodies in small pieces, on their way to Fastify.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { GatheredBody } from './gathered-body.state.ts';

/** The pieces of a body as Fastify gets them. */
async function piecesOf(chunks: readonly Buffer[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  const body = Readable.from(chunks).pipe(new GatheredBody(() => undefined));
  body.on('data', (piece: Buffer) => pieces.push(piece));
  await once(body, 'end');
  return pieces;
}

/** Pieces of a text, of so many bytes each. */
function cut(text: string, bytes: number): Buffer[] {
  const all = Buffer.from(text);
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, n) =>
    all.subarray(n * bytes, (n + 1) * bytes),
  );
}

const TEXT = Array.from({ length: 16_384 }, (_, n) => String.fromCharCode(97 + (n % 26))).join('');

it.each([1, 7, 1023])('pieces of %d bytes are few when they arrive', async (bytes) => {
  const pieces = await piecesOf(cut(TEXT, bytes));
  expect(pieces.length).toBeLessThanOrEqual(6);
  expect(Buffer.concat(pieces).toString()).toBe(TEXT);
});

it('large pieces pass as they are, in their place among small ones', async () => {
  const large = Buffer.alloc(70_000, 'x');
  const pieces = await piecesOf([Buffer.from('a'), Buffer.from('b'), large, Buffer.from('c')]);
  expect(pieces.map((piece) => piece.length)).toEqual([2, 70_000, 1]);
  expect(pieces[1]).toBe(large);
});

it('a refusal ends the body', async () => {
  const refusal = new Error('No.');
  const body = Readable.from(cut(TEXT, 1000)).pipe(
    new GatheredBody((bytes) => (bytes > 5000 ? refusal : undefined)),
  );
  await expect(body.toArray()).rejects.toBe(refusal);
  expect(body.receivedEncodedLength).toBe(6000);
});
