// The models of this machine: a folder with their files, the engine that runs them, and a list of what they are.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const installedModel = z.object({
  /** Second part of `local:name`. */
  name: z.string(),
  /** The file in the folder. */
  file: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Number of weights. */
  parameters: z.int(),
  /** Tokens of prompt and answer together with which it was trained. */
  context: z.int(),
  licence: z.string().optional(),
  /** The package, address or path that it came from. */
  source: z.string(),
});
/** A model whose file is here. */
export type InstalledModel = z.infer<typeof installedModel>;

/** The one that was added last comes first: it is the one that runs. */
const list = z.object({ models: z.array(installedModel) });

/** The folder of the models, below that of the data. */
export class InstalledModels {
  readonly dir: string;
  /** Folder of node-llama-cpp with its packages. */
  readonly engine: string;

  constructor(localDir: string) {
    this.dir = resolve(localDir, 'models');
    this.engine = join(this.dir, 'engine');
  }

  /** The models, the one that runs first; none where nothing was ever added. */
  async list(): Promise<InstalledModel[]> {
    const text = await readFile(this.index, 'utf8').catch(() => undefined);
    return text === undefined ? [] : list.parse(JSON.parse(text)).models;
  }

  pathOf({ file }: InstalledModel): string {
    return join(this.dir, file);
  }

  /** Adds a model, or puts one that is here first. */
  async add(model: InstalledModel): Promise<void> {
    await this.write([model, ...(await this.list()).filter(({ name }) => name !== model.name)]);
  }

  /** Removes a model with its file; false if there is none of this name. */
  async remove(name: string): Promise<boolean> {
    const models = await this.list();
    const model = models.find((one) => one.name === name);
    if (!model) return false;
    await this.write(models.filter((one) => one !== model));
    await rm(this.pathOf(model), { force: true });
    return true;
  }

  private async write(models: InstalledModel[]): Promise<void> {
    await mkdir(this.dir, { recursive: true });
    await writeFile(`${this.index}.new`, JSON.stringify({ models }, undefined, 2));
    await rename(`${this.index}.new`, this.index);
  }

  private get index(): string {
    return join(this.dir, 'models.json');
  }
}
