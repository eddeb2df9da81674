// Asks why a result is rejected.
import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../feedback/index.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';

/** Most characters of the reason. */
const MOST_REASON = 1000;

interface RejectingProps {
  /** How far it is. A reason that could not be sent stays, to be sent again. */
  doing: { error: Error | null; isPending: boolean };
  onClose: () => void;
  onReject: (reason: string) => void;
}

export default function Rejecting({ doing, onClose, onReject }: RejectingProps) {
  const { t } = useTranslation('generations');
  const [reason, setReason] = useState('');
  const hint = useKeyHint();
  return (
    <Dialog title={t('actions.reject')} onClose={onClose} isKept={reason.trim() !== ''}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!doing.isPending) onReject(reason.trim());
        }}
        onKeyDown={submitByKey}
      >
        <Stack>
          {doing.error && <Failed error={doing.error} />}
          <Textarea
            label={t('decide.reason')}
            data-autofocus
            autosize
            minRows={2}
            maxLength={MOST_REASON}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <Button type="submit" loading={doing.isPending} {...hint('Ctrl+Enter')}>
            {t('actions.reject')}
          </Button>
        </Stack>
        <Leaving isChanged={() => reason.trim() !== '' && !doing.isPending} />
      </form>
    </Dialog>
  );
}
