// How a text is to sound: the voice, and whether it learns from what people have accepted.
import { Checkbox, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BUILT_IN_APPLICATIONS } from '#client';
import { NO_VOICE, voicesQuery } from '../../reference/reference.queries.ts';
import type { WritingSettings } from './writing-settings.rules.ts';

interface VoiceFieldsProps {
  applicationId: string | undefined;
  environment: WritingSettings['environment'];
  /** What the API has refused. */
  error: string | undefined;
  onChange: (changed: WritingSettings['environment']) => void;
}

export function VoiceFields({ applicationId = '', environment, error, onChange }: VoiceFieldsProps) {
  const { t } = useTranslation('form');
  const { data: voices = [] } = useQuery(voicesQuery);
  const standard = voices.find(({ isDefault }) => isDefault);
  return (
    <>
      <Select
        label={t('settings.voice')}
        placeholder={standard ? t('writing.usual', { value: standard.name }) : t('writing.none')}
        error={error}
        searchable
        clearable
        data={[
          { value: NO_VOICE, label: t('settings.noVoice') },
          ...voices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={environment.voice ?? null}
        onChange={(voice) => onChange({ voice: voice ?? undefined })}
      />
      {!BUILT_IN_APPLICATIONS[applicationId]?.learnsNothing && (
        <Checkbox
          label={t('settings.learn')}
          description={t('settings.learnHelp')}
          checked={environment.learn !== false}
          onChange={({ currentTarget }) => onChange({ learn: currentTarget.checked ? undefined : false })}
        />
      )}
    </>
  );
}
