// Which model of this machine runs, what Compose is told of it, and which files are refused.
import { createServer, type Server } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { modelServers } from '#contracts';
import { writeComposeSettings } from './compose-settings.ts';
import { bringModel, hashOf } from './fetch-model.ts';
import { InstalledModels, type InstalledModel } from './installed-models.ts';

const dir = mkdtempSync(join(tmpdir(), 'shelfscribe-models-'));
const models = new InstalledModels(dir);
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((_request, response) => void response.end('the weights of a model'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/small.gguf`;
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true });
});

function model(name: string): InstalledModel {
  const size = { bytes: 3, parameters: 135_000_000, context: 32_768 };
  return { name, file: `${name}.gguf`, sha256: '00', source: 'a test', ...size };
}

it('the model that was added last is the one that runs, also when it had been added before', async () => {
  expect(await models.list()).toEqual([]);
  for (const name of ['small', 'large', 'small']) await models.add(model(name));
  expect((await models.list()).map(({ name }) => name)).toEqual(['small', 'large']);
});

it('Compose is told of it in settings that the processes take', async () => {
  await writeComposeSettings(models);
  const settings = parseEnv(await readFile(join(models.dir, 'compose.env'), 'utf8'));
  expect(settings).toMatchObject({ LOCAL_MODEL_NAME: 'small', COMPOSE_PROFILES: 'local-model' });
  expect(modelServers.parse(JSON.parse(settings['MODEL_SERVERS'] ?? ''))).toMatchObject([
    { name: 'local', models: [{ id: 'small', context: 8192, parameters: 135_000_000 }], concurrency: 1 },
  ]);
});

it('a model is removed with its file, and Compose forgets the last one', async () => {
  await writeFile(models.pathOf(model('small')), 'abc');
  expect([await models.remove('small'), await models.remove('small')]).toEqual([true, false]);
  await expect(access(models.pathOf(model('small')))).rejects.toThrow();
  await models.remove('large');
  await writeComposeSettings(models);
  await expect(access(join(models.dir, 'compose.env'))).rejects.toThrow();
});

it('a file of an address is kept if it is the one that was meant, and only https is asked', async () => {
  const file = join(models.dir, 'fetched.gguf');
  await bringModel(address, undefined, file);
  await bringModel(`${address}#sha256=${await hashOf(file)}`, undefined, file);
  await expect(bringModel(`${address}#sha256=${'0'.repeat(64)}`, undefined, file)).rejects.toThrow('SHA-256');
  await expect(access(file)).rejects.toThrow();
  await expect(bringModel('http://models.example/small.gguf', undefined, file)).rejects.toThrow('https');
});

it.each([
  ['a file of this machine', () => join(models.dir, 'other.gguf'), 'other weights'],
  ['an address', () => address, 'the weights of a model'],
])('%s takes the place of what an interrupted run has left: a second name of a file', async (_, of, text) => {
  const victim = join(models.dir, 'victim.gguf');
  const file = join(models.dir, 'x.gguf.new');
  await writeFile(join(models.dir, 'other.gguf'), 'other weights');
  await writeFile(victim, 'the weights of a person');
  await bringModel(victim, undefined, file);
  await bringModel(of(), undefined, file);
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await readFile(victim, 'utf8')).toBe('the weights of a person');
});
