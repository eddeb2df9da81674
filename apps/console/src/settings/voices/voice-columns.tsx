// The columns of the table of voices.
import { Badge } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { columns, type Column } from '../../table/index.ts';
import classes from '../settings.module.css';

const column = columns<Voice>();

/** What can be done with a voice. */
export interface VoiceActions {
  onEdit: (voice: Voice) => void;
  onDelete: (voice: Voice) => void;
}

export function useVoiceColumns({ onEdit, onDelete }: VoiceActions): Column<Voice>[] {
  const { t } = useTranslation('settings');
  const mayWrite = useMayWrite();
  const { text, tryOn } = useTryOn();
  return useMemo(() => {
    const act = (name: 'edit' | 'delete', voice: Voice, does: (voice: Voice) => void) => (
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
      column('rules', t('voices.fields.rules'), { size: 220, isWide: true }, ({ rules }) => (
        <bdi>{rules.join(' ')}</bdi>
      )),
      column('terms', t('voices.fields.terms'), { size: 200 }, ({ terms }) => (
        <bdi>{terms.map(({ use }) => use).join(', ')}</bdi>
      )),
      column('version', t('voices.fields.version'), { size: 90 }, ({ version }) => String(version)),
      ...(mayWrite
        ? [
            column('acts', t('columns.acts'), { size: 310 }, (voice) => (
              <>
                {act('edit', voice, onEdit)} {act('delete', voice, onDelete)}{' '}
                <button
                  type="button"
                  className={classes.action}
                  aria-label={`${text}: ${voice.name}`}
                  onClick={() => tryOn({ voice: voice.id, name: voice.name.slice(0, 60) })}
                >
                  {text}
                </button>
              </>
            )),
          ]
        : []),
    ];
  }, [t, mayWrite, text, tryOn, onEdit, onDelete]);
}
