// The texts of the console: which language, and each feature's texts when the feature is shown.
import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** A language of the console. */
export type Language = 'en' | 'zh';

/** The choice of this browser. */
const CHOICE = 'shelfscribe.language';
/** Where the locale of an account is kept as it was at the last visit; the id of the account follows. */
const SEEN = 'shelfscribe.locale.';

const FILES = import.meta.glob<{ default: ResourceKey }>('/src/*/texts.*.json');

/** Reads `<feature>/texts.<language>.json` as the namespace of the feature. */
const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) =>
    void load(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    ),
};

async function load(language: string, namespace: string): Promise<ResourceKey | undefined> {
  const file = FILES[`/src/${namespace}/texts.${language}.json`];
  return (await file?.())?.default;
}

/** Loads the shell's texts. */
export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => (document.documentElement.lang = language));
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: chosen() ?? (/^zh\b/i.test(navigator.language) ? 'zh' : 'en'),
      supportedLngs: ['en', 'zh'] satisfies Language[],
      fallbackLng: false,
      ns: ['app', 'feedback', 'keyboard', 'language'],
      defaultNS: 'app',
      interpolation: { escapeValue: false }, // React escapes
    });
}

/** Changes the language of this browser. */
export async function choose(language: Language): Promise<void> {
  localStorage.setItem(CHOICE, language);
  await i18next.changeLanguage(language);
}

/**
 * Takes over a language that was chosen for an account in another browser since the last visit. A new account has `en`, which
 * nobody has chosen, so the language of this browser stays.
 */
export function followAccount({ id, locale }: { id: string; locale: Language }): void {
  const seen = localStorage.getItem(SEEN + id) ?? ('en' satisfies Language);
  localStorage.setItem(SEEN + id, locale);
  if (locale !== seen) void choose(locale);
}

function chosen(): string | undefined {
  return localStorage.getItem(CHOICE) ?? undefined;
}
