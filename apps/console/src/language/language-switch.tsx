// The choice of the language.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { choose, type Language } from './language.state.ts';

/** Changes the language of this browser, and tells `onChoose`. */
export function LanguageSwitch({ onChoose }: { onChoose?: (language: Language) => void }) {
  const { t, i18n } = useTranslation('language');
  const change = (value: string): void => {
    const language = value as Language;
    void choose(language);
    onChoose?.(language);
  };
  return (
    <NativeSelect
      label={t('label')}
      value={i18n.language}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    >
      {/* Each language under its own name. */}
      <option value="en" lang="en">
        English
      </option>
      <option value="zh" lang="zh">
        中文
      </option>
    </NativeSelect>
  );
}
