// Gives workspaces a document that guides the writing, for demonstrations. Doing it again changes nothing.
import { Module, type DynamicModule } from '@nestjs/common';
import { v5 } from 'uuid';
import { z } from 'zod';
import { uuid } from '#contracts';
import { bootTask, taskArguments } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { logger } from '#platform/observability';
import { configSchema, type Config } from './config.ts';
import { DocumentsStore } from './documents/documents.store.ts';

const log = logger('seed');

const who = z.object({ workspaceId: uuid });

const TITLE = 'Brand voice guide';

const CONTENT = `# Brand voice guide

Who we write for: people who furnish a home they mean to stay in. They read closely and dislike being sold to.

How we sound
- Plain and warm, as to a neighbour who asked. Short sentences, everyday words.
- Concrete before general: name the wood, the weight, the width. Then say what it is good for.
- Confident without shouting: no exclamation marks, no superlatives, no "must-have".

How we build a text
- Begin with what the thing is and the one fact that sets it apart.
- One idea a sentence. Measurements in metric units, with a space before the unit.
- Close with care or use, never with a call to hurry.

What we leave out
- Claims about health or the environment that the product's facts do not carry.
- Comparisons with other makers.
- Prices, discounts and delivery times: they change, texts stay.
`;

@Module({})
class GenerationsSeedModule {
  static with(config: Config): DynamicModule {
    return {
      module: GenerationsSeedModule,
      imports: [DatabaseModule.forRoot(config, 'generations-seed')],
      providers: [DocumentsStore],
    };
  }
}

const config = loadConfig(configSchema);
const seeds = taskArguments(who);
await bootTask(
  { name: 'generations-seed', module: GenerationsSeedModule.with(config), config },
  async (app) => {
    const documents = app.get(DocumentsStore, { strict: false });
    for (const { workspaceId } of seeds) {
      const id = v5(TITLE, workspaceId);
      await documents.insert(workspaceId, { id, title: TITLE, content: CONTENT });
      log.info({ documentId: id }, `The workspace has the document "${TITLE}"`);
    }
  },
);
