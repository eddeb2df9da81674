// The types of texts: keys and placeholders are those of the English files. A feature adds its line.
import type app from './app/texts.en.json';
import type applications from './applications/texts.en.json';
import type batches from './batches/texts.en.json';
import type datasets from './datasets/texts.en.json';
import type documents from './documents/texts.en.json';
import type experiments from './experiments/texts.en.json';
import type feedback from './feedback/texts.en.json';
import type form from './form/texts.en.json';
import type generations from './generations/texts.en.json';
import type imports from './imports/texts.en.json';
import type keyboard from './keyboard/texts.en.json';
import type language from './language/texts.en.json';
import type overview from './overview/texts.en.json';
import type products from './products/texts.en.json';
import type session from './session/texts.en.json';
import type settings from './settings/texts.en.json';
import type table from './table/texts.en.json';
import type textDisplay from './text-display/texts.en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: {
      app: typeof app;
      applications: typeof applications;
      batches: typeof batches;
      datasets: typeof datasets;
      documents: typeof documents;
      experiments: typeof experiments;
      feedback: typeof feedback;
      form: typeof form;
      generations: typeof generations;
      imports: typeof imports;
      keyboard: typeof keyboard;
      language: typeof language;
      overview: typeof overview;
      products: typeof products;
      session: typeof session;
      settings: typeof settings;
      table: typeof table;
      'text-display': typeof textDisplay;
    };
  }
}
