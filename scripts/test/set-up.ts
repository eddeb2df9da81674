// Once in each thread of Jest: its runner knows no time limits, goes on after a beforeAll that failed, and has no set-up of files.
import { addEventHandler } from 'jest-circus';
import { logFolderOf } from './log-folders.ts';

/** Long enough for a full machine: a test that hangs is rare, and one that passes does not wait. */
const LIMIT_MS = 240_000;
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
process.on('uncaughtException', (error) => unhandled.set(error, error)); // else the thread would end

addEventHandler((event, { currentDescribeBlock: { children, hooks } }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  begin(expect.getState().testPath ?? '');
  const added = event.name === 'add_hook' ? hooks.at(-1) : children.at(-1);
  if (added === undefined || added.type === 'describeBlock' || !added.fn) return;
  const work = added.fn as Work;
  const { type } = added;
  const limit = added.timeout ?? LIMIT_MS;
  added.fn = async () => {
    if (isBroken && type === 'test') throw new Error('Not run, because a beforeAll has failed.');
    try {
      await within(limit, work);
      await assertHandled();
    } catch (error) {
      if (type === 'beforeAll') isBroken = true;
      throw error;
    }
  };
});

/** Says where the processes that a file starts write their logs. */
function begin(path: string): void {
  if (path === file) return;
  file = path;
  isBroken = false;
  unhandled.clear();
  const folder = logFolderOf(path);
  if (folder) process.env['CHILD_LOGS'] = folder;
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

/** Throws what has failed without anybody looking at it. */
async function assertHandled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  const [failed] = unhandled;
  unhandled.clear();
  if (failed) throw failed[1];
}
