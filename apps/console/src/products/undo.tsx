// Tells that products were deleted, and brings them back.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { Failed } from '../feedback/index.ts';
import { actOnEach } from './act-on-each.rules.ts';
import { readListsAgain, restoreProduct } from './products.queries.ts';

/** How long the offer stays, in milliseconds; afterwards the page of each product still restores it. */
const OFFERED_MS = 20_000;

/** Offers to restore products that were just deleted, or that could not be restored, because of an error. */
export function offerUndo(ids: readonly string[], error?: Error): void {
  const id = `deleted-${ids[0]}-${error ? 'again' : ''}`;
  const close = (): void => void notifications.hide(id);
  const message = <Undo ids={ids} error={error} onDone={close} />;
  notifications.show({ id, message, autoClose: error ? false : OFFERED_MS });
}

interface UndoProps {
  ids: readonly string[];
  error: Error | undefined;
  onDone: () => void;
}

function Undo({ ids, error, onDone }: UndoProps): ReactNode {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const undo = async (): Promise<void> => {
    setRunning(true);
    const all = ids.map((id) => ({ id }));
    const act = async ({ id }: { id: string }) => void (await restoreProduct(id));
    const { signal } = new AbortController();
    const { done, failed } = await actOnEach(all, { act, waitAfter, signal, onProgress: () => undefined });
    await readListsAgain(queries);
    onDone();
    if (done > 0) notifications.show({ message: t('bulk.undone', { count: done }) });
    const left = failed.map((one) => one.id);
    if (left.length > 0) offerUndo(left, failed[0]?.error);
  };
  return (
    <Group justify="space-between">
      <span>{t('bulk.deleted', { count: ids.length })}</span>
      {error && <Failed error={error} />}
      <Button variant="default" size="compact-sm" loading={isRunning} onClick={() => void undo()}>
        {t('bulk.undo')}
      </Button>
    </Group>
  );
}

/** Milliseconds after which a refused write is tried again; undefined when that does not help. */
export function waitAfter(error: Error): number | undefined {
  if (!(error instanceof ApiError) || ![429, 503].includes(error.status)) return undefined;
  return (error.retryAfter ?? 1) * 1000;
}
