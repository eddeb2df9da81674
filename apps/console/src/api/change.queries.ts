// How something is changed: a request, after which what it changes is read again.
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';

interface Change<T> {
  /** The key of what is read again, also after a failure: somebody else may have changed it. */
  again: QueryKey;
  /** True for an answer with a secret: it is gone as soon as nobody looks at it. */
  isSecret?: true;
  /** What comes before that, when it has succeeded. */
  onDone?: (answer: T) => unknown;
}

/** A change by a request of the API; gives the body of its answer. */
export function useChange<T, V = void>(
  send: (input: V) => Promise<{ data: T }>,
  { again, isSecret, onDone }: Change<T>,
) {
  const client = useQueryClient();
  return useMutation({
    gcTime: isSecret ? 0 : undefined,
    mutationFn: async (input: V): Promise<T> => (await send(input)).data,
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: again }),
  });
}
