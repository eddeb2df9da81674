// The language of the page, for what the API says in all languages.
import { useTranslation } from 'react-i18next';
import type { Language } from './language.state.ts';

/** The language of the page. Components that use it are drawn again when it changes. */
export function useLanguage(): Language {
  return useTranslation().i18n.language === 'zh' ? 'zh' : 'en';
}
