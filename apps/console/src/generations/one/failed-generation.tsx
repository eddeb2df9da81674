// A generation that has failed or was stopped: why, what was written until then, and what to do next.
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TriangleAlertIcon, InfoIcon } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { JUDGEMENT, type Generation } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Confirm } from '../../form/dialog/confirm-change.tsx';
import { useLanguage } from '../../language/use-language.tsx';
import { Failed } from '../../feedback/index.ts';
import { TextCard } from './text-card.tsx';
import { useWriteAgain } from './use-write-again.tsx';

/** Endings that are not shown as errors. */
const CALM: readonly (Generation['errorCode'] | undefined)[] = ['Cancelled', 'DeadlineExceeded'];

interface FailedGenerationProps {
  generation: Generation;
  written: readonly string[];
  /** A person's own version stands below it, which writing again would replace. */
  hasOwn: boolean;
}

export function FailedGeneration({ generation, written, hasOwn }: FailedGenerationProps) {
  const { t } = useTranslation('generations');
  const language = useLanguage();
  const mayWrite = useMayWrite();
  const again = useWriteAgain(generation);
  const [isAsking, { open, close }] = useDisclosure();
  const { errorCode, errorMessage, errorDetail, productId, environment } = generation;
  const isCalm = CALM.includes(errorCode);
  return (
    <>
      <Alert
        role={isCalm ? 'status' : 'alert'}
        color={isCalm ? 'gray' : undefined}
        icon={isCalm ? <InfoIcon /> : <TriangleAlertIcon className="state-bad" />}
      >
        <Stack gap="sm" align="flex-start">
          <Text>{errorMessage?.[language]}</Text>
          {errorDetail && <Text size="sm">{errorDetail}</Text>}
          <code>{errorCode}</code>
          {errorCode === 'InsufficientProductData' && productId && (
            <Anchor component={Link} to={`/products/${productId}?tab=facts`}>
              {t('failed.facts')}
            </Anchor>
          )}
          {mayWrite && generation.applicationId !== JUDGEMENT.id && (
            <Group gap="sm">
              <Button
                variant="default"
                loading={again.isPending}
                onClick={() => (hasOwn ? open() : again.mutate())}
              >
                {t('actions.again')}
              </Button>
              <Button variant="default" component={Link} to={`/generations/new?from=${generation.id}`}>
                {t('failed.change')}
              </Button>
            </Group>
          )}
        </Stack>
      </Alert>
      {again.error && <Failed error={again.error} />}
      {written.length > 0 && (
        <TextCard title={t('failed.written')} language={environment.language} texts={written} isVoid />
      )}
      {isAsking && (
        <Confirm
          title={t('listing.sure.all.title')}
          text={t('failed.own')}
          action={t('actions.again')}
          doing={again}
          onConfirm={() => again.mutate(undefined, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}
