// Gives workspaces a demonstration document that guides the writing. A second run changes nothing.
import { Module } from '@nestjs/common';
import { v5 } from 'uuid';
import { z } from 'zod';
import { uuid } from '#contracts';
import { bootTask, ConfigModule, taskArguments } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { Database, DatabaseModule } from '#platform/database';
import { logger } from '#platform/observability';
import { Pages } from '#platform/paging';
import { configSchema } from './config.ts';
import { DocumentEntity } from './documents/documents.entity.ts';
import { DocumentsStore } from './documents/documents.store.ts';

const log = logger('seed');

const seedArguments = z.object({ workspaceId: uuid });

const TITLE = 'Brand voice guide';

const CONTENT = `# Brand voice guide

Who we write for: people who furnish a home to stay in. They read closely and dislike sales talk.

How we sound
- Plain and warm, as if a neighbour had asked. Short sentences, everyday words.
- Concrete before general: name the wood, the weight, the width. Then say what it is good for.
- Confident without shouting: no exclamation marks, no superlatives, no "must-have".

How we build a text
- Begin with what the thing is and the one fact that sets it apart.
- One idea per sentence. Measurements in metric units, with a space before the unit.
- Close with care or use, never with a call to hurry.

What we leave out
- Claims about health or the environment that the product's facts do not support.
- Comparisons with other manufacturers.
- Prices, discounts and delivery times, because they change after the text is written.
`;

const name = 'generations-seed';
const config = loadConfig(configSchema);
const seeds = taskArguments(seedArguments);

@Module({
  imports: [
    ConfigModule.forRoot(config),
    DatabaseModule.forRoot(config, name, { entities: [DocumentEntity] }),
  ],
  providers: [DocumentsStore, Pages],
})
class GenerationsSeedModule {}

await bootTask({ name, module: { module: GenerationsSeedModule }, config }, async (app) => {
  const database = app.get(Database, { strict: false });
  const documents = app.get(DocumentsStore, { strict: false });
  for (const { workspaceId } of seeds) {
    const id = v5(TITLE, workspaceId);
    const document = { id, title: TITLE, content: CONTENT };
    await database.forWorkspace(workspaceId, (tx) => documents.insert(tx, { workspaceId }, document));
    log.info({ workspaceId, documentId: id }, `The workspace has the document "${TITLE}"`);
  }
});
