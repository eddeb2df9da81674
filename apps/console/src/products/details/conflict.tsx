// Both versions of a product that was changed while a person wrote, field by field; of each field one is chosen.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { Failed } from '../../state/failed.tsx';
import { BlockText } from '../../wording/safe-text.tsx';
import type { Difference, DraftField } from '../drafts.rules.ts';
import classes from '../products.module.css';

interface ConflictProps {
  differences: readonly Difference[];
  versions: { mine: number | undefined; theirs: number | undefined };
  isSaving: boolean;
  error: Error | null;
  /** Saves one's own values, but theirs of these fields. */
  onSave: (theirs: ReadonlySet<DraftField>) => void;
  onBack: () => void;
}

export function Conflict({
  differences,
  versions,
  isSaving,
  error,
  onSave,
  onBack,
}: ConflictProps): ReactNode {
  const { t } = useTranslation('products');
  const [chosen, setChosen] = useState<ReadonlyMap<DraftField, Side>>(new Map());
  const sideOf = ({ field, changedBy }: Difference): Side =>
    chosen.get(field) ?? (changedBy === 'them' ? 'theirs' : 'mine');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSave(new Set(differences.filter((one) => sideOf(one) === 'theirs').map(({ field }) => field)));
  };
  const isNew = error && !(error instanceof ApiError && error.code === 'VersionMismatch');
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Alert role="alert" title={t('conflict.title')}>
          {t('conflict.text', versions)}
        </Alert>
        {differences.map((difference) => (
          <Choice
            key={difference.field}
            difference={difference}
            side={sideOf(difference)}
            onChoose={(side) => setChosen(new Map([...chosen, [difference.field, side]]))}
          />
        ))}
        {isNew && <Failed error={error} />}
        <Group gap="sm">
          <Button type="submit" loading={isSaving}>
            {t('conflict.save')}
          </Button>
          <Button variant="default" onClick={onBack}>
            {t('conflict.back')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Side = 'mine' | 'theirs';

interface ChoiceProps {
  difference: Difference;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice({ difference, side, onChoose }: ChoiceProps): ReactNode {
  const { t } = useTranslation('products');
  const { field } = difference;
  return (
    <fieldset className={classes.section}>
      <legend>{t(`fields.${field}`)}</legend>
      <div className={classes.versions}>
        {(['mine', 'theirs'] as const).map((one) => (
          <div key={one} className={classes.version}>
            <label className={classes.side}>
              <input type="radio" name={field} checked={side === one} onChange={() => onChoose(one)} />{' '}
              {t(`conflict.${one}`)}
            </label>
            {difference[one].trim() === '' ? (
              <Text c="dimmed">{t('conflict.empty')}</Text>
            ) : (
              <BlockText text={difference[one]} br={field === 'description'} />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
