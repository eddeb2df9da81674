// What operators do with texts: `admin texts resync` has the running catalogue bring the states of all texts up to date from
// generations, and prints how far that is until it is done. The catalogue goes on even when this task is stopped before.
import { setTimeout as sleep } from 'node:timers/promises';
import { Module } from '@nestjs/common';
import { bootTask } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { adminConfigSchema } from './config.ts';
import { TextResyncStore } from './text-states/text-resync.store.ts';
import { TextResyncEntity } from './text-states/text-states.entity.ts';

const USAGE = `
admin texts resync   makes the states of all texts anew from those of generations, after a loss of events or a restore of one
                     database; prints how many texts generations has told so far, and how many were taken back
                     because it has none such
`;
const EX_USAGE = 64;
const PAUSE_MS = 2000;

if (process.argv.slice(2).join(' ') !== 'texts resync') {
  process.stderr.write(USAGE);
  process.exit(EX_USAGE);
}

const config = loadConfig(adminConfigSchema);
const name = 'catalogue-admin';

@Module({
  imports: [DatabaseModule.forRoot(config, name, { entities: [TextResyncEntity] })],
  providers: [TextResyncStore],
})
class CatalogueAdminModule {}

await bootTask({ name, module: { module: CatalogueAdminModule }, config }, async (app) => {
  const store = app.get(TextResyncStore, { strict: false });
  await store.begin();
  for (;;) {
    const progress = await store.progress();
    process.stdout.write(`${JSON.stringify(progress)}\n`);
    if (progress?.isDone) return;
    await sleep(PAUSE_MS);
  }
});
