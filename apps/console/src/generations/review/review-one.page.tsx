// The review of one result after the other, by keys.
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite, useSession } from '../../api/use-session.tsx';
import { Heading, useGoOn } from '../../page/index.ts';
import { useGenerationTitle } from '../../form/writing/use-application-name.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Failed } from '../../feedback/index.ts';
import { generationQuery } from '../../reference/records.queries.ts';
import { reviewQuery } from '../generations.queries.ts';
import GenerationPanel from '../one/generation-panel.tsx';
import type { View } from '../generation-search.rules.ts';
import { useUndo, type Taken } from '../result/use-decision.tsx';

const route = getRouteApi('/framed/review/$id');

export default function ReviewOnePage() {
  const { t } = useTranslation(['generations', 'app']);
  const { id } = route.useParams();
  const mayWrite = useMayWrite();
  const [view, setView] = useState<View>('side');
  /** The last acceptance, which can be taken back. */
  const [last, setLast] = useState<Taken>();
  const { ids, index, hasMore, go, goOn, open } = useQueue(id);
  const undo = useUndo((taken) => {
    setLast(undefined);
    if (taken.id !== id) open(taken.id);
  });
  useSkipping(id, () => go(1));
  const { data: generation } = useQuery(generationQuery(id));
  const titleOf = useGenerationTitle();

  const hint = useKeyHint();
  const undoLast = (): void => {
    if (last && !undo.isPending) undo.mutate(last);
  };
  useKeys({
    '[': { does: t('review.previous'), act: () => go(-1) },
    ']': { does: t('review.next'), act: () => go(1) },
    u: {
      does: t('review.undo'),
      act: ({ repeat }) => {
        if (!repeat) undoLast();
      },
    },
  });
  return (
    <Stack gap="md">
      <Heading key={id} title={generation ? titleOf(generation) : t('app:areas.review')} />
      <Group gap="sm">
        {index >= 0 && (
          <Text>
            {t(hasMore ? 'review.placeOfMore' : 'review.place', { number: index + 1, total: ids.length })}
          </Text>
        )}
        <Button variant="default" size="xs" disabled={index <= 0} {...hint('[')} onClick={() => go(-1)}>
          {t('review.previous')}
        </Button>
        <Button variant="default" size="xs" {...hint(']')} onClick={() => go(1)}>
          {t('review.next')}
        </Button>
        {last && mayWrite && (
          <Button variant="default" size="xs" {...hint('u')} loading={undo.isPending} onClick={undoLast}>
            {t('review.undo')}
          </Button>
        )}
      </Group>
      {undo.error && <Failed error={undo.error} />}
      <GenerationPanel
        key={id}
        id={id}
        isAlone
        view={view}
        onView={setView}
        review={{
          onAccepted: (taken, isDone) => {
            setLast(taken);
            if (isDone) goOn();
          },
          onRejected: goOn,
        }}
      />
    </Stack>
  );
}

/** The results in their order, and what leads to the others. After the last one, the review begins anew. */
function useQueue(id: string) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const goOn = useGoOn();
  const queries = useQueryClient();
  const { data, fetchNextPage, hasNextPage } = useInfiniteQuery(reviewQuery(search));
  const ids = data?.map((one) => one.id) ?? [];
  const index = ids.indexOf(id);
  const next = ids[index + 1];
  // The next one is read ahead, and the next page with the last one of a page.
  useEffect(() => {
    if (next !== undefined) void queries.prefetchQuery(generationQuery(next));
    else if (hasNextPage) void fetchNextPage();
  }, [next, hasNextPage, fetchNextPage, queries]);
  const toOne = (other: string) => ({ to: '/review/$id', params: { id: other }, search }) as const;
  const toNext = next === undefined ? ({ to: '/review', search } as const) : toOne(next);
  const former = ids[index - 1];
  return {
    ids,
    index,
    hasMore: hasNextPage,
    go: (steps: 1 | -1): void => {
      if (steps === 1) void navigate(toNext);
      else if (former !== undefined) void navigate(toOne(former));
    },
    /** Goes to the next one after a decision: nothing that was entered is lost. */
    goOn: () => void goOn({ ...toNext, ignoreBlocker: true }),
    open: (other: string) => void goOn(toOne(other)),
  };
}

/** Announces and skips a result that another person has decided meanwhile; one who goes back to it sees it. */
function useSkipping(id: string, skip: () => void): void {
  const { t } = useTranslation('generations');
  const { account } = useSession();
  /** Those that waited when they were shown: what the same account decided of them it has decided here. */
  const waiting = useRef(new Set<string>());
  const skipped = useRef(new Set<string>());
  const { data: generation, isFetchedAfterMount } = useQuery({
    ...generationQuery(id),
    staleTime: 0, // also when it was read ahead a moment ago
  });
  const titleOf = useGenerationTitle();
  const title = generation ? titleOf(generation) : '';
  const isShown = isFetchedAfterMount && generation?.id === id;
  const isPending = generation?.review?.state === 'PENDING';
  const isOwn = waiting.current.has(id) && generation?.review?.by === account?.id;
  const isTaken = isShown && !isPending && !isOwn && !skipped.current.has(id);
  useEffect(() => {
    if (isShown && isPending) waiting.current.add(id);
  });
  const leave = useRef(skip);
  useEffect(() => {
    leave.current = skip;
  });
  useEffect(() => {
    if (!isTaken) return;
    skipped.current.add(id);
    notifications.show({ message: t('review.taken', { title }) });
    leave.current();
  }, [isTaken, id, title, t]);
}
