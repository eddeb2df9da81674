// The columns of the table of voices.
import { Badge } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { columns, type Column } from '../../table/index.ts';
import classes from '../settings.module.css';

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
  return useMemo(() => {
    const act = (name: 'try' | 'edit' | 'delete', voice: Voice, does: (voice: Voice) => void) => (
      <button
        type="button"
        className={classes.action}
        aria-label={t(`voices.${name}One`, { name: voice.name })}
        onClick={() => does(voice)}
      >
        {t(`voices.${name}`)}
      </button>
    );
    return [
      column('name', t('voices.fields.name'), { size: 200, isName: true }, ({ name, isDefault }) => (
        <>
          <bdi>{name}</bdi> {isDefault && <Badge variant="default">{t('voices.default')}</Badge>}
        </>
      )),
      column('rules', t('voices.fields.rules'), { size: 320, isWide: true }, ({ rules }) => (
        <bdi>{rules.join(' ')}</bdi>
      )),
      column('terms', t('voices.fields.terms'), { size: 240 }, ({ terms }) => (
        <bdi>{terms.map(({ use }) => use).join(', ')}</bdi>
      )),
      column('version', t('voices.fields.version'), { size: 90 }, ({ version }) => String(version)),
      column('acts', t('columns.acts'), { size: mayWrite ? 360 : 200 }, (voice) => (
        <>
          {act('try', voice, onTry)} {mayWrite && act('edit', voice, onEdit)}{' '}
          {mayWrite && act('delete', voice, onDelete)}
        </>
      )),
    ];
  }, [t, mayWrite, onTry, onEdit, onDelete]);
}
