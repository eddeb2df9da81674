// Shows what a model would be told about some products with a voice and without it. No model is called.
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Voice } from '#client';
import { Unread } from '../../feedback/index.ts';
import { Dialog } from '../../form/dialog.tsx';
import { productName } from '../../reference/product-search.rules.ts';
import { CodeText } from '../../text-display/code-text.tsx';
import DifferentText from '../../text-display/different-text.tsx';
import { TRIED, voiceTrialQuery } from './voices.queries.ts';

interface VoiceTrialProps {
  voice: Voice;
  onClose: () => void;
}

export default function VoiceTrial({ voice, onClose }: VoiceTrialProps): ReactNode {
  const { t } = useTranslation('settings');
  const query = useQuery(voiceTrialQuery(voice));
  return (
    <Dialog title={t('voices.tryTitle', { name: voice.name })} onClose={onClose} size="lg">
      <Text size="sm" c="dimmed">
        {t('voices.tryHelp')}
      </Text>
      <Unread query={query} rows={TRIED} />
      {query.data?.length === 0 && <Text>{t('voices.tryNone')}</Text>}
      {query.data?.map(({ product, before, after }) => (
        <section key={product.id} aria-label={productName(product)}>
          <Stack gap="xs">
            <Text fw={600}>
              <bdi>{productName(product)}</bdi>
            </Text>
            <Text size="sm">
              {t('voices.tryTokens', { before: before.inputTokens, after: after.inputTokens })}
            </Text>
            <CodeText label={t('voices.tryTold')}>
              <DifferentText before={before.told} after={after.told} />
            </CodeText>
          </Stack>
        </section>
      ))}
    </Dialog>
  );
}
