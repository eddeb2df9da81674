// Creates a record: once, however often the same form is sent.
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { keysByBody } from '../../api/new-key.client.ts';

/** `create` gets the Idempotency-Key of the body, which is the same for all tries of it. */
export function useCreation<B extends object, R>(
  create: (body: B, key: string) => Promise<R>,
  onCreated: (record: R) => Promise<void>,
) {
  const [keyOf] = useState(keysByBody);
  const isDone = useRef(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: B) => create(body, keyOf(body)),
    onSuccess: (record) => {
      isDone.current = true;
      return onCreated(record);
    },
  });
  /** `isDone` tells that nothing is lost any more. */
  return { mutate, error, isPending, isDone: () => isDone.current };
}
