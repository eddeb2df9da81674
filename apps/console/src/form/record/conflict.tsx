// Both versions of a record that was changed while a person wrote, field by field; of each field one is chosen.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../api/failures.rules.ts';
import { Failed } from '../../feedback/index.ts';
import { BlockText } from '../../text-display/safe-text.tsx';
import classes from '../form.module.css';
import { Leaving } from '../leaving.tsx';
import type { Edit } from './use-edit.tsx';
import type { FieldDifference } from './versions.rules.ts';

type Side = 'mine' | 'theirs';

export interface ConflictProps<F extends string> {
  edit: Pick<
    Edit<{ version?: number | undefined }, never>,
    'base' | 'theirs' | 'error' | 'isSaving' | 'goBack' | 'isSaved'
  >;
  /** The name of a field. */
  labelOf: (field: F) => string;
  differences: readonly FieldDifference<F>[];
  /** How a value is shown; by default as text. */
  show?: ((field: F, value: string) => ReactNode) | undefined;
  /** Saves the person's own values, and in these fields those of the others. */
  onSave: (theirs: ReadonlySet<F>) => void;
}

export function Conflict<F extends string>(props: ConflictProps<F>): ReactNode {
  const { differences } = props;
  const { base, theirs, error, isSaving, goBack, isSaved } = props.edit;
  const { t } = useTranslation('form');
  const [chosen, setChosen] = useState<ReadonlyMap<F, Side>>(new Map());
  const sideOf = ({ field, changedBy }: FieldDifference<F>): Side =>
    chosen.get(field) ?? (changedBy === 'them' ? 'theirs' : 'mine');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    props.onSave(new Set(differences.filter((one) => sideOf(one) === 'theirs').map(({ field }) => field)));
  };
  const isNew = error && !hasCode(error, 'VersionMismatch');
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Alert role="alert" title={t('conflict.title')}>
          {t('conflict.text', { mine: base.version, theirs: theirs?.version })}
        </Alert>
        {differences.map((difference) => (
          <Choice
            key={difference.field}
            label={props.labelOf(difference.field)}
            difference={difference}
            show={props.show ?? asText}
            side={sideOf(difference)}
            onChoose={(side) => setChosen(new Map([...chosen, [difference.field, side]]))}
          />
        ))}
        {isNew && <Failed error={error} />}
        <Group gap="sm">
          <Button type="submit" loading={isSaving}>
            {t('conflict.save')}
          </Button>
          <Button variant="default" onClick={goBack}>
            {t('conflict.back')}
          </Button>
        </Group>
      </Stack>
      <Leaving isChanged={() => !isSaved()} />
    </form>
  );
}

function asText(_: string, value: string): ReactNode {
  return <BlockText text={value} />;
}

interface ChoiceProps<F extends string> {
  label: string;
  difference: FieldDifference<F>;
  show: (field: F, value: string) => ReactNode;
  side: Side;
  onChoose: (side: Side) => void;
}

function Choice<F extends string>({ label, difference, show, side, onChoose }: ChoiceProps<F>): ReactNode {
  const { t } = useTranslation('form');
  const { field } = difference;
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
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
              show(field, difference[one])
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}
