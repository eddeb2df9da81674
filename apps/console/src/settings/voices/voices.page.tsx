// The voices: how the texts of the workspace sound.
import { Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { later } from '../../page/index.ts';
import { List } from '../../table/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useVoiceColumns } from './voice-columns.tsx';
import { useDeleteVoice, voicesListQuery } from './voices.queries.ts';

const Confirm = later(() => import('../../form/confirm.tsx'));
const VoiceForm = later(() => import('./voice-form.tsx'));
const VoiceTrial = later(() => import('./voice-trial.tsx'));

export default function VoicesPage(): ReactNode {
  const { t } = useTranslation('settings');
  const [isCreating, setCreating] = useState(false);
  const [tried, setTried] = useState<Voice>();
  const [edited, setEdited] = useState<Voice>();
  const [doomed, setDoomed] = useState<Voice>();
  const remove = useDeleteVoice();
  const mayWrite = useMayWrite();
  const closeConfirm = (): void => {
    setDoomed(undefined);
    remove.reset();
  };
  return (
    <SettingsPage
      name="voices"
      actions={mayWrite && <KeyButton press="n" text={t('voices.new')} onPress={() => setCreating(true)} />}
    >
      <Text c="dimmed" maw={720}>
        {t('voices.about')}
      </Text>
      <List
        query={useInfiniteQuery(voicesListQuery)}
        label={t('pages.voices')}
        columns={useVoiceColumns({ onTry: setTried, onEdit: setEdited, onDelete: setDoomed })}
        idOf={({ id }) => id}
        empty={t('voices.none')}
      />
      {tried && <VoiceTrial voice={tried} onClose={() => setTried(undefined)} />}
      {isCreating && <VoiceForm onClose={() => setCreating(false)} />}
      {edited && <VoiceForm voice={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <Confirm
          title={t('voices.deleteTitle', { name: doomed.name })}
          text={t('voices.deleteText')}
          action={t('voices.delete')}
          doing={remove}
          onConfirm={() => remove.mutate(doomed, { onSuccess: closeConfirm })}
          onClose={closeConfirm}
        />
      )}
    </SettingsPage>
  );
}
