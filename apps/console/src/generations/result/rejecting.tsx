// Asks why a result is rejected.
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../form/dialog.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';

/** Most characters of the reason. */
const MOST_REASON = 1000;

interface RejectingProps {
  onClose: () => void;
  onReject: (reason: string) => void;
}

export default function Rejecting({ onClose, onReject }: RejectingProps) {
  const { t } = useTranslation('generations');
  const [reason, setReason] = useState('');
  const hint = useKeyHint();
  return (
    <Dialog title={t('actions.reject')} onClose={onClose} isKept={reason.trim() !== ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onReject(reason.trim());
        }}
        onKeyDown={submitByKey}
      >
        <Stack>
          <Textarea
            label={t('decide.reason')}
            data-autofocus
            autosize
            minRows={2}
            maxLength={MOST_REASON}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" {...hint('Ctrl+Enter')}>
            {t('actions.reject')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
