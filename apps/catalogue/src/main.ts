// The catalogue process: products and imports.
import { bootService } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { CatalogueModule } from './catalogue.module.ts';
import { configSchema } from './config.ts';

const config = loadConfig(configSchema);
await bootService({ name: 'catalogue', module: CatalogueModule.forRoot(config), config });
