// How imports name marketplaces and times, in the language of the page.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '#client';

interface Words {
  language: 'en' | 'zh';
  /** The country or region of a marketplace. */
  marketplace: (code: Marketplace) => string;
  /** A Unix time in seconds, in the time zone of the browser. */
  time: (seconds: number) => string;
}

export function useWords(): Words {
  const { resolvedLanguage } = useTranslation('imports').i18n;
  const language = resolvedLanguage === 'zh' ? 'zh' : 'en';
  return useMemo(() => {
    const regions = new Intl.DisplayNames(language, { type: 'region' });
    const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      language,
      marketplace: (code) => regions.of(code === 'UK' ? 'GB' : code) ?? code,
      time: (seconds) => times.format(seconds * 1000),
    };
  }, [language]);
}
