// Edits a result in place, with its lengths, and has it checked before it is accepted.
import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { Failed } from '../../feedback/index.ts';
import type { TextLimit } from '../../text-display/limits.rules.ts';
import { TextRoom } from '../../text-display/room.tsx';
import { Findings } from './findings.tsx';
import { claimAt, sentencesOf } from './claims.rules.ts';
import { checkText } from '../generations.queries.ts';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { editableTexts, withText, type Result } from './results.rules.ts';

interface ResultEditorProps {
  generation: Generation;
  limits: readonly TextLimit[];
  result: Result;
  /** True while what stands there may not change. */
  isFixed: boolean;
  onChange: (result: Result) => void;
  /** Called with the claim of the sentence that holds the caret. */
  onClaim: (claim: number | undefined) => void;
}

export function ResultEditor(props: ResultEditorProps) {
  const { generation, limits, result, isFixed, onChange, onClaim } = props;
  const { t } = useTranslation('generations');
  const { applicationId, marketplace, productId } = generation;
  const { language } = generation.environment;
  const check = useMutation({
    mutationFn: () => checkText({ applicationId, result, productId, language, marketplace }),
  });
  const texts = textsOf(applicationId, result, language);
  const parts = editableTexts(applicationId, result);
  const written = textsOf(applicationId, generation.result ?? '', language);
  const sentences = written.map((text, index) => sentencesOf(text, index, generation.claims ?? []));
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t('edit.title')}
        </Title>
        {parts.map((part, place) => (
          <Textarea
            key={`${part.index} ${part.field}`}
            label={
              part.field === undefined
                ? t('columns.preview')
                : t('edit.part', { number: part.index + 1, field: part.field })
            }
            // The length of an item stands below its last part: all of them count.
            description={
              parts[place + 1]?.index === part.index ? undefined : (
                <TextRoom text={texts[part.index] ?? ''} limits={limits} />
              )
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            lang={language}
            dir="auto"
            autosize
            minRows={1}
            autoFocus={place === 0}
            value={part.text}
            readOnly={isFixed}
            onSelect={({ currentTarget: { value, selectionStart } }) =>
              onClaim(claimAt(value, selectionStart, written[part.index] ?? '', sentences[part.index] ?? []))
            }
            onChange={({ currentTarget }) => {
              check.reset();
              onChange(withText(result, part, currentTarget.value));
            }}
          />
        ))}
        <Group gap="sm">
          <Button variant="default" size="xs" loading={check.isPending} onClick={() => check.mutate()}>
            {t('edit.check')}
          </Button>
          {!check.data && <Text size="sm">{t('edit.unchecked')}</Text>}
        </Group>
        {check.error && <Failed error={check.error} />}
        {check.data && <Findings of="own" checks={check.data} />}
      </Stack>
    </Card>
  );
}
