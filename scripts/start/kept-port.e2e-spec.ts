// The port that a start keeps: the same one every time, unless somebody else has taken it.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptPort } from './kept-port.ts';

let dir: string;
let file: string;
let other: Server;
const taken: [number, number][] = [];
const keep = (): Promise<number> => keptPort(file, (...ports) => taken.push(ports));

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'shelfscribe-port-'));
  file = join(dir, 'port');
  taken.length = 0;
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
});
afterEach(() => {
  other.close();
  rmSync(dir, { recursive: true });
});

it('is chosen at the first start', async () => {
  const port = await keep();
  expect([Number(readFileSync(file, 'utf8')), taken]).toEqual([port, []]);
});

it('is the one of an earlier start', async () => {
  const { port } = other.address() as AddressInfo;
  writeFileSync(file, String(port));
  other.close();
  await once(other, 'close');
  expect([await keep(), taken]).toEqual([port, []]);
});

it('is another one from now on if somebody else has taken it', async () => {
  const { port } = other.address() as AddressInfo;
  writeFileSync(file, String(port));
  const next = await keep();
  expect(next).not.toBe(port);
  expect(taken).toEqual([[port, next]]);
  expect(Number(readFileSync(file, 'utf8'))).toBe(next);
});
