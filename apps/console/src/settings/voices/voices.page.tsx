// The voices: how the texts of the workspace sound.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { later } from '../../page/index.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useVoiceColumns } from './voice-columns.tsx';
import { deleteVoice, voicesListQuery } from './voices.queries.ts';

const VoiceForm = later(() => import('./voice-form.tsx'));
const VoiceTrial = later(() => import('./voice-trial.tsx'));

export default function VoicesPage(): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [tried, setTried] = useState<Voice>();
  const [edited, setEdited] = useState<Voice>();
  const [doomed, setDoomed] = useState<Voice>();
  const create = useMayWrite() && (
    <DialogButton press="n" text={t('voices.new')} dialog={(close) => <VoiceForm onClose={close} />} />
  );
  return (
    <SettingsPage name="voices" about={t('voices.about')} actions={create}>
      <List
        query={useInfiniteQuery(voicesListQuery)}
        label={t('pages.voices')}
        columns={useVoiceColumns({ onTry: setTried, onEdit: setEdited, onDelete: setDoomed })}
        idOf={({ id }) => id}
        empty={t('voices.none')}
      />
      {tried && <VoiceTrial voice={tried} onClose={() => setTried(undefined)} />}
      {edited && <VoiceForm voice={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <ConfirmChange
          title={t('voices.deleteTitle', { name: doomed.name })}
          text={t('voices.deleteText')}
          action={t('form:buttons.delete')}
          send={() => deleteVoice(doomed)}
          again={['voices']}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </SettingsPage>
  );
}
