// Jest's processes have their settings also when these arrive before a process asks for them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { NODE_FLAGS } from '#testing/jest';

const RUNNER = import.meta.resolve('jest-light-runner').replace(/index\.js$/, 'worker-runner.js');

/** A process of the runner that begins, and so asks, when it is told to. What it sends is what its beginning came to. */
const PROCESS = `
  process.__tinypool_state__ = { isChildProcess: true };
  process.on('message', (message) => {
    if (message !== 'begin') return;
    const begun = import('${RUNNER}').then((runner) => runner.default('a.spec.ts'));
    begun.catch((error) => process.send(error.message));
  });
  process.send('ready');
`;

it('a process that is sent its settings before it asks begins with them', async () => {
  const child = fork('-e', [PROCESS], { execArgv: [...NODE_FLAGS] });
  try {
    await once(child, 'message');
    const globalConfig = { testNamePattern: null };
    // Its first file of setup is missing: that it says so shows that it has read the settings.
    const projectConfig = { setupFiles: ['/missing-setup.js'] };
    child.send({ type: 'jest-light-runner-worker-data', workerData: { globalConfig, projectConfig } });
    child.send('begin');
    const [message] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
    expect(message).toContain('missing-setup.js');
  } finally {
    child.kill();
  }
});
