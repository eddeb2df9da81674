// A marketplace whose reply is far too large, met by the built client in a process of its own, whose memory counts.
import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { nodeEnv } from '#testing/apps';
import { projectFile } from '#testing/programs';
import { openMarketplace, type MarketplaceServer } from './marketplace-server.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/** Megabytes of the reply, and how much memory may grow for it: by some 35 with our bound, by 200 without any. */
const [WHOLE, MOST] = [50, 75];

/** Asks twice, so that the second time is about the reply alone; tells what it got and how its memory grew, in MB. */
const CLIENT = `
  const { openSource } = await import(process.argv[1]);
  const source = openSource(JSON.parse(process.argv[2]));
  const ask = () => source.fetch('US', ['B00000000A'], new AbortController().signal);
  const first = await ask();
  const before = process.resourceUsage().maxRSS;
  const second = await ask();
  const grew = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ states: [first.state, second.state], grew }));
`;

let market: MarketplaceServer;
beforeEach(async () => {
  market = await openMarketplace();
});
afterEach(() => market.close());

/** What the client meets in a reply of so many megabytes, and how many of them it took. */
async function meet(megabytes: number, packed: boolean) {
  let sent = 0;
  market.nextSearches.push(
    (response) => response.end('{"items":[]}'),
    (response) => {
      const headers = { 'content-type': 'application/json', ...(packed && { 'content-encoding': 'gzip' }) };
      const body = packed ? createGzip() : new PassThrough();
      body.pipe(response.writeHead(200, headers));
      response.on('close', () => body.destroy());
      body.write('{"items":[{"asin":"');
      const more = (): void => {
        if (body.destroyed) return;
        if (sent === megabytes) return void body.end('"}]}');
        sent += 1;
        body.write(MEGABYTE, more);
      };
      more();
    },
  );
  const door = projectFile('dist/apps/import-worker/src/spapi/index.js');
  const args = ['--input-type=module', '-e', CLIENT, door, JSON.stringify(market.settings)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: nodeEnv() });
  const told = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { states: string[]; grew: number };
  return { ...told, sent };
}

it.each([
  ['as it is', false],
  ['packed', true],
])('D41: a reply of 50 MB, %s, is given up before it fills the memory', async (_, packed) => {
  const { states, grew, sent } = await meet(WHOLE, packed);
  expect(states).toEqual(['answered', 'unavailable']);
  expect(grew).toBeLessThan(MOST);
  if (!packed) expect(sent).toBeLessThan(WHOLE); // packed, all of it fits into a few buffers on the way
});

it('a large reply that is not too large is taken', async () => {
  expect(await meet(15, true)).toMatchObject({ states: ['answered', 'answered'], sent: 15 });
});
