// What can be done about a batch: stop it, try failures again, review what was written, take a file of all.
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Batch } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { moneyOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { Failed } from '../../feedback/index.ts';
import { saveCsv } from '../../file/save-file.tsx';
import { cancelBatch, readInputs, keepBatch, readMembers } from '../batches.queries.ts';
import { leftOf, membersCsv, retriesOf } from './batch-members.rules.ts';
import type { Failures } from './use-failures.tsx';
import { PartlyBegun, useBegin, useGoToBegun } from '../use-begin.tsx';
import { ButtonLink } from '../../page/index.ts';

interface BatchActionsProps {
  batch: Batch;
  failures: Failures;
}

export function BatchActions({ batch, failures }: BatchActionsProps) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const mayWrite = useMayWrite();
  const { counts, experimentId, id, status } = batch;
  const isReviewed = experimentId === undefined;
  // The batch goes on to count failures that were deleted.
  const failed = failures.areAll ? failures.rows.length : counts.failed;
  const cancel = useCancel(id);
  const retry = useRetry(batch, failures);
  const save = useMutation({
    mutationFn: () => readMembers(id),
    onSuccess: (members) => saveCsv(membersCsv(members, language), t('one.fileName')),
  });
  const error = cancel.error ?? retry.error ?? save.error;
  return (
    <>
      {error && <Failed error={error} />}
      {retry.error && <PartlyBegun partly={retry.partly} />}
      <Group gap="sm">
        {isReviewed && counts.success > 0 && (
          <ButtonLink to="/review" search={{ batch: id }}>
            {t(mayWrite ? 'one.review' : 'one.read', { count: counts.success })}
          </ButtonLink>
        )}
        {mayWrite && status === 'RUNNING' && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('one.cancel')}
          </Button>
        )}
        {mayWrite && isReviewed && status !== 'RUNNING' && failed > 0 && (
          <Button
            variant="default"
            disabled={!failures.areAll || leftOf(batch) === 0}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            <RetryText batch={batch} count={failed} />
          </Button>
        )}
        {counts.waiting + counts.cancelled < counts.total && (
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {t('one.csv')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** How many generations are tried again, and for how much at most where the batch had a limit. */
function RetryText({ batch, count }: { batch: Batch; count: number }) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const left = leftOf(batch);
  if (left === undefined) return t('one.retry', { count });
  return t('one.retryWithin', { count, cost: moneyOf(left, batch.usage.currency, language) });
}

function useCancel(id: string) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: () => cancelBatch(id), onSuccess: (batch) => keepBatch(queries, batch) });
}

/** Tries all failures again as batches of their own, and goes there. What is sent again is made once. */
function useRetry(batch: Batch, { rows }: Failures) {
  const goTo = useGoToBegun();
  const { begin, partly } = useBegin();
  const mutation = useMutation({
    mutationFn: async () => {
      const inputs = await readInputs(rows[0]?.id ?? '');
      return begin(retriesOf(rows, inputs, leftOf(batch)));
    },
    onSuccess: goTo,
  });
  return { ...mutation, partly };
}
