// npm run admin -- account create|password|disable|limit|list, or texts resync: the tasks for operators, of auth and of the
// catalogue, on the running local start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundledProgram, databaseAddresses, loadSecrets, portOfPostgres, programEnv } from '#testing/servers';
import { localFolder, readGivenSettings } from './start/given-settings.ts';

const dir = localFolder(await readGivenSettings());
const port = await portOfPostgres(join(dir, 'postgres')).catch(() => {
  console.error(`Nothing runs in ${dir}. Start it with npm start, or set LOCAL_DIR to its folder.`);
  process.exit(1);
});
const owner = process.argv[2] === 'texts' ? 'catalogue' : 'auth';
const { appUrl, systemUrl } = databaseAddresses(port, owner, await loadSecrets(dir));
const env = {
  ...programEnv(),
  LOG_PRETTY: 'on',
  DATABASE_URL: appUrl,
  DATABASE_SYSTEM_URL: systemUrl,
  ACCOUNT_PASSWORD: process.env['ACCOUNT_PASSWORD'] ?? '',
};
const args = [bundledProgram(owner, 'admin'), ...process.argv.slice(2)];
const [code] = (await once(spawn(process.execPath, args, { env, stdio: 'inherit' }), 'exit')) as [
  number | null,
];
process.exit(code ?? 1);
