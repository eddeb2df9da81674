// What the arms must reach so that an experiment passes.
import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { COMPARED_SCORES, type ComparedScore } from '#client';
import { QUALITY, unitOf } from '../scores.rules.ts';
import type { MinimumDraft } from './experiment-draft.rules.ts';

interface MinimumFieldsProps {
  rows: readonly MinimumDraft[];
  onChange: (rows: readonly MinimumDraft[]) => void;
}

export function MinimumFields({ rows, onChange }: MinimumFieldsProps) {
  const { t } = useTranslation('experiments');
  const left = QUALITY.filter((score) => !rows.some((row) => row.score === score));
  const [next] = left;
  const put = (place: number, changed: Partial<MinimumDraft>): void =>
    onChange(rows.map((row, at) => (at === place ? { ...row, ...changed } : row)));
  return (
    <Fieldset legend={t('minimum.title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('minimum.help')}
        </Text>
        {rows.map((row, place) => (
          <Row
            key={row.score}
            row={row}
            choices={[row.score, ...left]}
            onChange={(changed) => put(place, changed)}
            onRemove={() => onChange(rows.filter((one) => one !== row))}
          />
        ))}
        {next && (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() => onChange([...rows, { score: next, value: undefined }])}
            >
              {t('minimum.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface RowProps {
  row: MinimumDraft;
  choices: readonly ComparedScore[];
  onChange: (changed: Partial<MinimumDraft>) => void;
  onRemove: () => void;
}

function Row({ row: { score, value }, choices, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('experiments');
  const isShare = unitOf(score) === 'share';
  const bound = COMPARED_SCORES[score].less ? 'atMost' : 'atLeast';
  return (
    <Group gap="sm" align="end">
      <NativeSelect
        label={t('minimum.score')}
        data={choices.map((one) => ({ value: one, label: t(`scores.${one}`) }))}
        value={score}
        onChange={({ currentTarget }) => onChange({ score: currentTarget.value as ComparedScore })}
      />
      <TextInput
        type="number"
        min={0}
        max={isShare ? 100 : undefined}
        step="any"
        label={t(isShare ? 'minimum.percent' : `minimum.${bound}`)}
        value={value ?? ''}
        onChange={({ currentTarget: { valueAsNumber } }) =>
          onChange({ value: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber })
        }
      />
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('minimum.remove', { score: t(`scores.${score}`) })}
        onClick={onRemove}
      >
        <Trash2Icon size={18} />
      </ActionIcon>
    </Group>
  );
}
