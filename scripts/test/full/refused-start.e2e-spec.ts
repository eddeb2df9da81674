// npm start on data that another version has made: what it says. npm test runs only the migration program for this.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort, projectFile, temporaryFolder } from '#testing/servers';
import { startWithChangedSchema } from '../../start/changed-schema.ts';

it('a start after the schema has changed says what to do with the data', async () => {
  const dir = await temporaryFolder('refused-start');
  try {
    const { postgres } = await startWithChangedSchema(dir);
    await postgres.stop();
    const start = promisify(execFile)(process.execPath, ['--conditions=ts-source', 'scripts/start.ts'], {
      cwd: projectFile(''),
      env: { ...process.env, PORT: String(await freePort()), LOCAL_DIR: dir },
    });
    const reason = `Shelfscribe could not start. The tables in ${dir} were made by another version. Delete postgres, redis and nats in it`;
    await expect(start).rejects.toMatchObject({
      code: 1,
      stdout: expect.not.stringMatching(/^ +at /m),
      stderr: expect.stringContaining(reason),
    });
    await expect(start).rejects.toMatchObject({ stderr: expect.not.stringMatching(/^ +at /m) });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
