// The types of texts: keys and placeholders are those of the English files. A feature adds its line.
import type app from '../app/texts.en.json';
import type language from './texts.en.json';
import type session from '../session/texts.en.json';
import type state from '../state/texts.en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: {
      app: typeof app;
      language: typeof language;
      session: typeof session;
      state: typeof state;
    };
  }
}
