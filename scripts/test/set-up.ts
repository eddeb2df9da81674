// Once in each process of Jest: its runner knows no time limits, goes on after a beforeAll that failed, and has no set-up of files.
import { mock } from 'node:test';
import { addEventHandler } from 'jest-circus';
import { newId } from '#platform/context';
import { testFile, TIME_LIMIT_MS } from '#testing/jest';
import { logFolderOf } from './log-folders.ts';

/** The real ones, also where a test has a clock of its own. */
const { setTimeout, clearTimeout, setImmediate } = globalThis;

type Work = () => unknown;

/** The file whose tests are defined or run. */
let file: string | undefined;
let isBroken = false;
/** What nobody has handled yet. A test may begin several promises that fail, and look at one after the other. */
const unhandled = new Map<object, unknown>();
process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));
process.on('uncaughtException', (error) => unhandled.set(error, error)); // else the process would end

addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  begin(testFile());
  const added = event.name === 'add_hook' ? hooks.at(-1) : children.at(-1);
  if (added === undefined || added.type === 'describeBlock' || !added.fn) return;
  const work = added.fn as Work;
  const { type } = added;
  const limit = added.timeout ?? TIME_LIMIT_MS;
  added.fn = async () => {
    if (isBroken && type === 'test') throw new Error('Not run, because a beforeAll has failed.');
    const failures: unknown[] = [];
    await within(limit, work).catch((error: unknown) => failures.push(error));
    failures.push(...(await takeUnhandled()));
    if (failures.length === 0) return;
    if (type === 'beforeAll') isBroken = true;
    throw failures[0];
  };
});

/** Forgets what another file has left in this process, and says where the processes of this one write their logs. */
function begin(path: string): void {
  if (path === file) return;
  const last = file;
  file = path;
  isBroken = false;
  unhandled.clear();
  mock.restoreAll();
  // Ids never go back in time: after a clock that was ahead, all of them are of one moment in the future, and nearly the same.
  if (timeOf(newId()) > Date.now())
    throw new Error(`A test of ${last} has set the clock forward. Set it back instead.`);
  const folder = logFolderOf(path);
  if (folder) process.env['CHILD_LOGS'] = folder;
}

/** The time of a UUIDv7, in milliseconds. */
function timeOf(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16);
}

async function within(ms: number, work: Work): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took more than ${ms / 1000} s.`)), ms);
  });
  try {
    await Promise.race([Promise.resolve().then(work), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** What has failed without anybody looking at it, also where the test itself has failed: the next one is not to blame. */
async function takeUnhandled(): Promise<unknown[]> {
  await new Promise((resolve) => setImmediate(resolve));
  const left = [...unhandled.values()];
  unhandled.clear();
  return left;
}
