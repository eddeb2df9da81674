// The choice of a model that judges the texts in pairs, and what it is asked about them.
import { Fieldset, List, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { JUDGE_QUESTIONS } from '#client';
import { modelChoices } from '../../form/writing/model-choices.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { modelsQuery } from '../../reference/reference.queries.ts';
import type { ExperimentDraft } from './experiment-draft.rules.ts';

interface JudgeFieldsProps {
  draft: ExperimentDraft;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Pick<ExperimentDraft, 'judge' | 'questions'>>) => void;
}

/** The models of the arms are not offered: they would judge their own texts. */
export function JudgeFields({ draft, refused, onChange }: JudgeFieldsProps) {
  const { t } = useTranslation(['experiments', 'form']);
  const { data: models = [] } = useQuery(modelsQuery);
  const standard = models.find(({ isDefault }) => isDefault)?.id;
  const own = draft.arms.map(({ models: [model = standard] }) => model);
  const offered = models.filter(({ id, isOffline }) => !isOffline && !own.includes(id));
  return (
    <Fieldset legend={t('new.judging')}>
      <Stack gap="md">
        <NativeSelect
          maw={420}
          label={t('new.judge')}
          description={t('new.judgeHelp')}
          error={refused['judge.model']}
          data={[
            { value: '', label: t('new.noJudge') },
            ...modelChoices(offered, t('form:settings.simulated')),
          ]}
          value={draft.judge ?? ''}
          onChange={({ currentTarget }) => onChange({ judge: currentTarget.value || undefined })}
        />
        {draft.judge !== undefined && <Questions draft={draft} refused={refused} onChange={onChange} />}
      </Stack>
    </Fieldset>
  );
}

/** Questions of one's own, and those that are asked without any. */
function Questions({ draft: { questions }, refused, onChange }: JudgeFieldsProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const error = Object.entries(refused).find(([target]) => target.startsWith('judge.questions'))?.[1];
  return (
    <>
      <Textarea
        maw={720}
        autosize
        minRows={3}
        dir="auto"
        label={t('new.questions')}
        description={t('new.questionsHelp')}
        error={error}
        value={questions}
        onChange={({ currentTarget }) => onChange({ questions: currentTarget.value })}
      />
      {questions.trim() === '' && (
        <div>
          <Text size="sm">{t('new.standardQuestions')}</Text>
          <List size="sm">
            {JUDGE_QUESTIONS.map((question) => (
              <List.Item key={question.en}>{question[language]}</List.Item>
            ))}
          </List>
        </div>
      )}
    </>
  );
}
