// The choice of a model that judges the texts in pairs.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { modelsQuery } from '../../reference/reference.queries.ts';
import type { ExperimentDraft } from './experiment-draft.rules.ts';

interface JudgeFieldProps {
  draft: ExperimentDraft;
  /** What the API has refused. */
  error: string | undefined;
  onChange: (model: string | undefined) => void;
}

/** The models of the arms are not offered: they would judge their own texts. */
export function JudgeField({ draft, error, onChange }: JudgeFieldProps) {
  const { t } = useTranslation('experiments');
  const { data: models = [] } = useQuery(modelsQuery);
  const standard = models.find(({ isDefault }) => isDefault)?.id;
  const own = draft.arms.map(({ models: [model = standard] }) => model);
  const offered = models.filter(({ id, isOffline }) => !isOffline && !own.includes(id));
  return (
    <NativeSelect
      maw={420}
      label={t('new.judge')}
      description={t('new.judgeHelp')}
      error={error}
      data={[{ value: '', label: t('new.noJudge') }, ...offered.map(({ id }) => ({ value: id, label: id }))]}
      value={draft.judge ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
