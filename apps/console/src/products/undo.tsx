// Tells that products were deleted, and brings them back.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { actOnEach } from './act-on-each.rules.ts';
import { readListsAgain, restoreProduct } from './products.queries.ts';

/** How long the offer stays, in milliseconds; afterwards the page of each product still restores it. */
const OFFERED_MS = 20_000;

/** Offers to restore products that were just deleted. */
export function offerUndo(ids: readonly string[]): void {
  const id = `deleted-${ids[0]}`;
  const close = (): void => void notifications.hide(id);
  notifications.show({ id, message: <Undo ids={ids} onDone={close} />, autoClose: OFFERED_MS });
}

function Undo({ ids, onDone }: { ids: readonly string[]; onDone: () => void }): ReactNode {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const undo = async (): Promise<void> => {
    setRunning(true);
    const all = ids.map((id) => ({ id }));
    const act = async ({ id }: { id: string }) => void (await restoreProduct(id));
    const { signal } = new AbortController();
    const { done } = await actOnEach(all, { act, waitAfter, signal, onProgress: () => undefined });
    await readListsAgain(queries);
    onDone();
    notifications.show({ message: t('bulk.undone', { count: done }) });
  };
  return (
    <Group justify="space-between">
      <span>{t('bulk.deleted', { count: ids.length })}</span>
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
