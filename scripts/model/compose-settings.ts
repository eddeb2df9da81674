// Tells Compose of the model that runs, in a file for --env-file.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledModels } from './installed-models.ts';
import { localServer } from './local-server.ts';

/** Where the containers have the folder of the models. */
const IN_CONTAINER = '/models';

/** Writes the file, or removes it when there is no model. */
export async function writeComposeSettings(installed: InstalledModels): Promise<void> {
  const path = join(installed.dir, 'compose.env');
  const [model] = await installed.list();
  if (!model) return rm(path, { force: true });
  const server = localServer(model, 'http://local-model:4020/v1');
  const lines = [
    'COMPOSE_PROFILES=local-model',
    `LOCAL_MODEL_NAME=${model.name}`,
    `LOCAL_MODEL_FILE=${IN_CONTAINER}/${model.file}`,
    `MODEL_SERVERS='${JSON.stringify([server])}'`,
  ];
  await writeFile(path, `${lines.join('\n')}\n`);
}
