// The columns of the table of voices.
import { Badge } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { EditActions } from '../../form/record/edit-actions.tsx';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { columns, RowAction, type Column } from '../../table/index.ts';

const column = columns<Voice>();

/** What can be done with a voice. */
export interface VoiceActions {
  onTry: (voice: Voice) => void;
  onEdit: (voice: Voice) => void;
  onDelete: (voice: Voice) => void;
}

export function useVoiceColumns({ onTry, onEdit, onDelete }: VoiceActions): Column<Voice>[] {
  const { t } = useTranslation('settings');
  const mayWrite = useMayWrite();
  const { text, tryOn } = useTryOn();
  return useMemo(
    () => [
      column('name', t('columns.name'), { size: 200, isName: true }, ({ name, isDefault }) => (
        <>
          <bdi>{name}</bdi> {isDefault && <Badge variant="default">{t('voices.default')}</Badge>}
        </>
      )),
      column('rules', t('voices.fields.rules'), { size: 220, isWide: true }, ({ rules }) => (
        <bdi>{rules.join(' ')}</bdi>
      )),
      column('terms', t('voices.fields.terms'), { size: 200 }, ({ terms }) => (
        <bdi>{terms.map(({ use }) => use).join(', ')}</bdi>
      )),
      column('version', t('voices.version'), { size: 90 }, ({ version }) => String(version)),
      column('acts', t('columns.acts'), { size: mayWrite ? 520 : 200 }, (voice) => (
        <>
          <RowAction
            text={t('voices.try')}
            label={t('voices.tryOne', { name: voice.name })}
            onClick={() => onTry(voice)}
          />
          {mayWrite && (
            <RowAction
              text={text}
              label={`${text}: ${voice.name}`}
              onClick={() => tryOn({ voice: voice.id, name: voice.name })}
            />
          )}
          {mayWrite && (
            <EditActions name={voice.name} onEdit={() => onEdit(voice)} onDelete={() => onDelete(voice)} />
          )}
        </>
      )),
    ],
    [t, mayWrite, text, tryOn, onTry, onEdit, onDelete],
  );
}
