// The products that a new batch is for, as its address says.
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { productCountQuery } from '../../reference/records.queries.ts';
import type { NewBatchSearch } from '../batch-search.rules.ts';
import { importedQuery } from '../batches.queries.ts';
import type { Choice } from './batch-request.rules.ts';

interface ChosenProducts {
  /** Undefined while it is being read. */
  choice: Choice | undefined;
  error: Error | null;
  /** Reads again after an error. */
  retry: () => void;
  /** True when products were selected in another tab. */
  isLost: boolean;
}

export function useChoice({ import: importId, selected, ...search }: NewBatchSearch): ChosenProducts {
  const ids = useLocation({ select: ({ state }) => state.productIds });
  const isFiltered = importId === undefined && selected === undefined;
  const count = useQuery({ ...productCountQuery(search), enabled: isFiltered });
  const imported = useQuery({ ...importedQuery(importId ?? ''), enabled: importId !== undefined });
  const { error, refetch } = isFiltered ? count : imported;
  return {
    choice: choiceOf(),
    error,
    retry: () => void refetch(),
    isLost: selected !== undefined && ids === undefined,
  };

  function choiceOf(): Choice | undefined {
    if (isFiltered) return count.data && { search, count: count.data.count, isExact: count.data.exact };
    const named = selected === undefined ? imported.data : ids;
    return named && { ids: named, count: named.length };
  }
}
