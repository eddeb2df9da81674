// Tests the memory use of replies that are too large: the built client runs in a process of its own.
import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { nodeEnv } from '#testing/environment';
import { projectFile } from '#testing/servers';
import { openMarketplace, type MarketplaceServer } from './marketplace-server.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');
/** Size of a reply, and the allowed growth of memory, in MB. It grows by about 35 with our bound, by 200 without. */
const REPLY_MB = 50;
const MAX_GROWTH_MB = 75;

/** Searches twice, so that the second search measures the reply alone; prints both states and the growth in MB. */
const CLIENT = `
  const { SpApiClient } = await import(process.argv[1]);
  const client = new SpApiClient(JSON.parse(process.argv[2]));
  const search = () => client.search('US', ['B00000000A'], new AbortController().signal);
  const first = await search();
  const before = process.resourceUsage().maxRSS;
  const second = await search();
  const growth = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ states: [first.state, second.state], growth }));
`;

let market: MarketplaceServer;
beforeEach(async () => {
  market = await openMarketplace();
});
afterEach(() => market.close());

/** Lets the client read a reply of so many megabytes; returns its states, its growth and the megabytes sent. */
async function readReply(megabytes: number, compressed: boolean) {
  let sent = 0;
  market.nextSearches.push(
    (response) => response.end('{"items":[]}'),
    (response) => {
      const encoding = compressed && { 'content-encoding': 'gzip' };
      const body = compressed ? createGzip() : new PassThrough();
      body.pipe(response.writeHead(200, { 'content-type': 'application/json', ...encoding }));
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
  const room = projectFile('dist/apps/import-worker/src/spapi/index.js');
  const args = ['--input-type=module', '-e', CLIENT, room, JSON.stringify(market.settings)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: nodeEnv() });
  const result = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { states: string[]; growth: number };
  return { ...result, sent };
}

describe('a large reply', () => {
  it.each([
    ['uncompressed', false],
    ['compressed', true],
  ])('of 50 MB, %s, is given up before it fills the memory', async (_, compressed) => {
    const { states, growth, sent } = await readReply(REPLY_MB, compressed);
    expect(states).toEqual(['answered', 'unavailable']);
    expect(growth).toBeLessThan(MAX_GROWTH_MB);
    if (!compressed) expect(sent).toBeLessThan(REPLY_MB); // A compressed reply fits into a few buffers on the way.
  });

  it('is read when it is below the limit', async () => {
    expect(await readReply(15, true)).toMatchObject({ states: ['answered', 'answered'], sent: 15 });
  });
});
