// A generation from its beginning to its end.
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { CircleCheckIcon, CircleXIcon, CircleStopIcon, PenLineIcon } from 'lucide-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JUDGEMENT, type Generation } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Failed, Waiting } from '../../feedback/index.ts';
import { FailedGeneration } from './failed-generation.tsx';
import { timeOf } from '../../language/figures.rules.ts';
import { cancelGeneration, keepGeneration } from '../generations.queries.ts';
import classes from '../generations.module.css';
import { useLiveGeneration } from './live-generation.queries.ts';
import type { Live } from './live-generation.rules.ts';
import type { View } from '../generation-search.rules.ts';
import type { ReviewSteps } from '../result/decision.tsx';
import { LISTING } from '../listing/listing.rules.ts';
import { later, TextLink } from '../../page/index.ts';
import { statusWord } from '../generation-status.rules.ts';
import { TextCard } from './text-card.tsx';
import { UsageLine } from './usage-line.tsx';

// A generation is one or the other.
const Outcome = later(() => import('../result/outcome.tsx'), <Waiting rows={6} />);
const ListingView = later(() => import('../listing/listing-view.tsx'), <Waiting rows={8} />);

interface GenerationPanelProps {
  id: string;
  /** False when others stand beside it: then it shows less, and no key belongs to it. */
  isAlone: boolean;
  view?: View | undefined;
  onView?: (view: View) => void;
  review?: ReviewSteps;
  /** Told whether a person has changed a text here that is not accepted. */
  onOwn?: (hasOwn: boolean) => void;
}

export default function GenerationPanel({
  id,
  isAlone,
  view = 'side',
  onView = () => undefined,
  review,
  onOwn,
}: GenerationPanelProps) {
  const { t } = useTranslation('generations');
  const { generation, live, error, refetch } = useLiveGeneration(id);
  const [hasOwn, setOwn] = useState(false);
  useEffect(() => onOwn?.(hasOwn), [hasOwn, onOwn]);
  if (!generation)
    return error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting rows={6} />;
  const { environment, status, draft } = generation;
  // What the check has refused is shown and edited as a result is.
  const outcome = status === 'FAILED' && draft ? { ...generation, result: draft } : generation;
  const isRunning = status === 'RUNNING';
  const isListing = isAlone && generation.applicationId === LISTING && generation.productId !== undefined;
  const isJudgement = generation.applicationId === JUDGEMENT.id;
  const isShown = !isJudgement && (isRunning || outcome.result !== undefined);
  return (
    <Stack gap="md" component="section" aria-label={environment.model ?? t('one.title')}>
      {!isAlone && <Title order={2}>{environment.model}</Title>}
      <StatusLine generation={generation} live={live} />
      {generation.experimentId !== undefined && (
        <Text>
          {t(isJudgement ? 'one.judgement' : 'one.ofExperiment')}{' '}
          <TextLink underline="always" to="/experiments/$id" params={{ id: generation.experimentId }}>
            {t('one.toExperiment')}
          </TextLink>
        </Text>
      )}
      {status === 'FAILED' && (
        <FailedGeneration generation={generation} written={draft ? [] : live.texts} hasOwn={hasOwn} />
      )}
      {isShown && isListing && (
        <ListingView generation={outcome} live={live} review={review} onOwn={setOwn} />
      )}
      {isRunning && !isListing && (
        <TextCard title={t('one.written')} language={environment.language} texts={live.texts} isGrowing />
      )}
      {!isRunning && isShown && !isListing && (
        <Outcome
          generation={outcome}
          isAlone={isAlone}
          view={view}
          onView={onView}
          review={review}
          onOwn={setOwn}
        />
      )}
      {generation.usage && (
        <UsageLine usage={generation.usage} model={environment.model} checks={generation.checks} />
      )}
    </Stack>
  );
}

/** What happens now or has happened, since when, and until when at the latest. */
function StatusLine({ generation, live }: { generation: Generation; live: Live }) {
  const { t, i18n } = useTranslation(['generations', 'feedback']);
  const mayWrite = useMayWrite();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => cancelGeneration(generation.id),
    onSuccess: (record) => keepGeneration(queries, record),
  });
  const { status, createdAt, completedAt, deadlineAt, review } = generation;
  const isRunning = status === 'RUNNING';
  const word = isRunning ? t(`phases.${live.phase}`) : t(`statuses.${statusWord(generation)}`);
  const by = timeOf(deadlineAt, i18n.language);
  return (
    <Group gap="sm" className={classes.status}>
      <StatusIcon status={status} />
      <span role="status">{word}</span>
      {isRunning ? (
        <Text component="span" c="dimmed" size="sm">
          <Elapsed since={createdAt} /> · {t('one.by', { time: by })} · {t('one.leave')}
        </Text>
      ) : (
        <Text component="span" c="dimmed" size="sm">
          {timeOf(completedAt ?? createdAt, i18n.language)}
        </Text>
      )}
      {review && <Badge variant="default">{t(`feedback:reviews.${review.state}`)}</Badge>}
      {isRunning && live.reset && <Text size="sm">{t(`resets.${live.reset}`)}</Text>}
      {isRunning && mayWrite && (
        <Button
          variant="default"
          size="xs"
          leftSection={<CircleStopIcon size={14} />}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {t('one.stop')}
        </Button>
      )}
      {stop.error && <Failed error={stop.error} />}
    </Group>
  );
}

function StatusIcon({ status }: { status: Generation['status'] }) {
  if (status === 'SUCCESS') return <CircleCheckIcon size={18} className={classes.good} aria-hidden />;
  if (status === 'FAILED') return <CircleXIcon size={18} aria-hidden />;
  return <PenLineIcon size={18} aria-hidden />;
}

/** Seconds since a time in Unix seconds. */
function Elapsed({ since }: { since: number }) {
  const { t } = useTranslation('generations');
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return t('one.seconds', { count: Math.max(0, Math.round(now / 1000 - since)) });
}
