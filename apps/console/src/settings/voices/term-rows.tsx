// The terms of a voice as rows: what is said, and what is avoided for it.
import { Button, Fieldset, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NO_TERM, type TermDraft } from './voice-draft.rules.ts';

interface TermRowsProps {
  terms: readonly TermDraft[];
  error: ReactNode;
  onChange: (terms: TermDraft[]) => void;
}

/** A row that is emptied is no term, so that nothing has to be removed. */
export function TermRows({ terms, error, onChange }: TermRowsProps): ReactNode {
  const { t } = useTranslation('settings');
  const field = (name: keyof TermDraft, place: number) => ({
    'aria-label': t(`voices.fields.${name}One`, { number: place + 1 }),
    placeholder: t(`voices.fields.${name}`),
    flex: name === 'use' ? 1 : 2,
    miw: 120,
    dir: 'auto',
    value: terms[place]?.[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(terms.map((term, at) => (at === place ? { ...term, [name]: currentTarget.value } : term))),
  });
  return (
    <Fieldset legend={t('voices.fields.terms')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('voices.termsHint')}
        </Text>
        {terms.map((_term, place) => (
          <Group key={place} gap="xs" wrap="wrap">
            <TextInput {...field('use', place)} maxLength={100} />
            <TextInput {...field('avoid', place)} />
          </Group>
        ))}
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange([...terms, NO_TERM])}>
            {t('voices.addTerm')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
