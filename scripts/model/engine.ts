// Installs node-llama-cpp, which runs models, in a folder of its own: it is no package of the project. Reads files by it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../setup/run.mjs';

/** The version that apps/local-model was written for. */
const VERSION = '3.21.1';

/** The compiled part for each machine; others have none that needs no compiler. */
const BINARIES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
};

/** Installs the engine unless it is there. Throws where there is none for this machine. */
export async function installEngine(dir: string): Promise<void> {
  const library = join(dir, 'node_modules/node-llama-cpp/package.json');
  const installed = await readFile(library, 'utf8').catch(() => '{}');
  if ((JSON.parse(installed) as { version?: string }).version === VERSION) return;
  const machine = `${process.platform}-${process.arch}`;
  const binary = BINARIES[machine];
  if (binary === undefined)
    throw new Error(
      `There is no node-llama-cpp for ${machine}. Start Ollama, LM Studio or llama.cpp instead.`,
    );
  console.log(`Installing node-llama-cpp ${VERSION} for ${machine} (MIT, about 80 MB) …`);
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'package.json'), JSON.stringify({ private: true }));
  // Without the optional packages, which are compiled for graphics cards (600 MB), and without install scripts.
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${binary}@${VERSION}`];
  const options = ['--omit=optional', '--ignore-scripts', '--save-exact', '--no-audit', '--no-fund'];
  await run('npm', 'install', '--prefix', dir, ...options, '--loglevel=error', ...packages);
}

/** What a file says of the model in it. */
export interface FileFacts {
  parameters: number;
  context: number;
  licence?: string;
  /** False for a model that was not taught to hold a conversation. */
  isChat: boolean;
}

/** The part of the description of a file that is read. */
interface GgufFile {
  metadata: {
    general: { architecture: string; license?: string };
    tokenizer?: { chat_template?: string };
  } & Readonly<Record<string, unknown>>;
  fullTensorInfo?: { dimensions: (number | bigint)[] }[];
}

/** Reads the head of a file. Throws when it is no model in the format GGUF. */
export async function factsOf(engine: string, file: string): Promise<FileFacts> {
  const library = pathToFileURL(join(engine, 'node_modules/node-llama-cpp/dist/index.js')).href;
  const { readGgufFileInfo } = (await import(library)) as {
    readGgufFileInfo: (path: string, options: object) => Promise<GgufFile>;
  };
  const read = readGgufFileInfo(file, { sourceType: 'filesystem', logWarnings: false });
  const { metadata, fullTensorInfo = [] } = await read.catch((error: unknown) => {
    throw new Error('This is no model in the format GGUF.', { cause: error });
  });
  const { architecture, license: licence } = metadata.general;
  const { context_length: context = 4096 } = Object(metadata[architecture]) as { context_length?: number };
  const sizes = fullTensorInfo.map(({ dimensions }) =>
    dimensions.reduce<number>((all, one) => all * Number(one), 1),
  );
  return {
    parameters: sizes.reduce((all, one) => all + one, 0),
    context,
    ...(licence !== undefined && { licence }),
    isChat: metadata.tokenizer?.chat_template !== undefined,
  };
}
