// The choice of the language.
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { choose, type Language } from './language.state.ts';

/** Each language under its own name. */
const LANGUAGES = [
  { value: 'en', label: <span lang="en">English</span> },
  { value: 'zh', label: <span lang="zh">中文</span> },
];

/** Changes the language of this browser, and tells `onChoose`. */
export function LanguageSwitch({ onChoose }: { onChoose?: (language: Language) => void }) {
  const { t, i18n } = useTranslation('language');
  const change = (value: string): void => {
    const language = value as Language;
    void choose(language);
    onChoose?.(language);
  };
  return (
    <SegmentedControl
      aria-label={t('label')}
      fullWidth
      data={LANGUAGES}
      value={i18n.language}
      onChange={change}
    />
  );
}
