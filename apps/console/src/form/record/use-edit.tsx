// Saves a record that a person edits, if it still has the version with which the person began; otherwise gives the newer version.
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hasCode } from '../../api/failures.rules.ts';

interface Editing<R, D> {
  /** Saves what was entered, if the record still has the version of `on`; VersionMismatch if not. */
  save: (on: R, entered: D) => Promise<R>;
  /** Reads the record as it is now. */
  read: () => Promise<R>;
  onSaved: (record: R) => void | Promise<void>;
}

/** What becomes of an edited record. */
export interface Edit<R, D> {
  /** What the person has seen at first, however the record changes meanwhile. */
  base: R;
  /** The record that somebody else has saved meanwhile. */
  theirs: R | undefined;
  error: Error | null;
  isSaving: boolean;
  save: (on: R, entered: D) => void;
  /** From the two versions back to the form. */
  goBack: () => void;
  /** Whether it is saved, so that nothing is lost any more. */
  isSaved: () => boolean;
}

export function useEdit<R, D>(record: R, { save, read, onSaved }: Editing<R, D>): Edit<R, D> {
  const [base] = useState(record);
  const [theirs, setTheirs] = useState<R>();
  const isSaved = useRef(false);
  const saving = useMutation({
    mutationFn: ({ on, entered }: { on: R; entered: D }) => save(on, entered),
    onSuccess: (saved) => {
      isSaved.current = true;
      return onSaved(saved);
    },
    onError: async (error) => {
      if (hasCode(error, 'VersionMismatch')) setTheirs(await read());
    },
  });
  return {
    base,
    theirs,
    error: saving.error,
    isSaving: saving.isPending,
    save: (on, entered) => {
      if (!saving.isPending) saving.mutate({ on, entered });
    },
    goBack: () => {
      saving.reset();
      setTheirs(undefined);
    },
    isSaved: () => isSaved.current,
  };
}
