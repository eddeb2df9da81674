// How many products there are and are selected, and what can be done with the selected ones.
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import type { ProductCount } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import type { BulkKind } from './bulk-dialog.tsx';
import type { ProductSelection } from './use-selection.tsx';

const KINDS: readonly BulkKind[] = ['refresh', 'tag', 'delete'];

interface SelectionBarProps {
  /** The last known number, which is shown. */
  count: ProductCount | undefined;
  /** The number that the filters choose; undefined while they are counted. */
  matching: ProductCount | undefined;
  selection: ProductSelection;
  onAct: (kind: BulkKind) => void;
  onWrite: () => void;
  /** Makes a dataset of them. */
  onKeep: () => void;
}

export function SelectionBar(props: SelectionBarProps): ReactNode {
  const { count, matching, selection, onAct, onWrite, onKeep } = props;
  const { t } = useTranslation(['products', 'app']);
  const mayWrite = useMayWrite();
  const { rows, clear } = selection;
  const isNone = rows === 0;
  return (
    <Group gap="sm" mih={36} role="group" aria-label={t('app:areas.products')}>
      <div role="status">
        <CountLine count={count} rows={rows} />
      </div>
      {mayWrite && !isNone && (
        <>
          <SelectMatching matching={matching} selection={selection} />
          <Button size="compact-md" onClick={onWrite}>
            {t('actions.write')}
          </Button>
          <Button variant="default" size="compact-md" onClick={onKeep}>
            {t('actions.keep')}
          </Button>
          {KINDS.map((kind) => (
            <Button key={kind} variant="default" size="compact-md" onClick={() => onAct(kind)}>
              {t(`actions.${kind}`)}
            </Button>
          ))}
          <Button variant="subtle" size="compact-md" onClick={clear}>
            {t('clearSelection')}
          </Button>
        </>
      )}
    </Group>
  );
}

/** The number of all products, and of the selected ones. */
function CountLine({
  count,
  rows,
}: {
  count: ProductCount | undefined;
  rows: number | undefined;
}): ReactNode {
  const { t } = useTranslation('products');
  if (rows === undefined && count)
    return t(count.exact ? 'matchingSelected' : 'matchingSelectedMore', { count: count.count });
  return (
    <>
      {count && t(count.exact ? 'count' : 'countMore', { count: count.count })}
      {rows ? ` · ${t('selected', { count: rows })}` : null}
    </>
  );
}

/** Offers to select all that the filters choose, with their number; it is there when more match than are selected. */
function SelectMatching({
  matching,
  selection: { rows, selectMatching },
}: Pick<SelectionBarProps, 'matching' | 'selection'>): ReactNode {
  const { t } = useTranslation('products');
  if (!matching || rows === undefined || (matching.exact && matching.count <= rows)) return null;
  return (
    <Button variant="subtle" size="compact-md" onClick={selectMatching}>
      {t(matching.exact ? 'selectMatching' : 'selectMatchingMore', { count: matching.count })}
    </Button>
  );
}
