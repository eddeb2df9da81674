// What a person does with a listing, and what is asked before something that a person wrote is replaced.
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Application, Generation, ListingPart, Product } from '#client';
import { useWriteAgain } from '../one/use-write-again.tsx';
import type { ReviewSteps } from '../result/decision.tsx';
import { isPersons } from '../result/product-text.rules.ts';
import { useUndo, type Taken } from '../result/use-decision.tsx';
import { PARTS, targetOf } from './listing.rules.ts';
import type { PartActions } from './part-section.tsx';
import type { Again } from './use-again.tsx';
import { useListing } from './use-listing.tsx';

interface WorkProps {
  generation: Generation;
  product: Product | undefined;
  applications: readonly Application[];
  again: Again;
  review?: ReviewSteps | undefined;
}

/** What is done with parts when the person says yes to it; `all` writes the whole listing anew. */
export interface Question {
  does: 'again' | 'accept' | 'all';
  parts: readonly ListingPart[];
}

export type Work = ReturnType<typeof useWork>;

export function useWork({ review, ...props }: WorkProps) {
  const [editing, setEditing] = useState<ListingPart>();
  const [question, setQuestion] = useState<Question>();
  const [taken, setTaken] = useState<Taken>();
  const { generation, product, applications } = props;
  /** Closes the editor of one of these parts; that of another stays, with what is being typed there. */
  const leave = (parts: readonly ListingPart[]): void =>
    setEditing((part) => (part && parts.includes(part) ? undefined : part));
  const listing = useListing({
    ...props,
    onAccepted: ({ parts, isDone, taken: made }) => {
      leave(parts);
      // In a review it is taken back there, after the listing has been left, too.
      if (review) review.onAccepted(made, isDone);
      else setTaken(made);
    },
    onRejected: () => review?.onRejected(),
  });
  const undo = useUndo(() => setTaken(undefined));
  const { own, accept, reject, writeAgain } = listing;
  const [isRejecting, rejecting] = useDisclosure(false, { onOpen: reject.reset });
  const rewriting = useWriteAgain(generation);
  const doing = [accept, writeAgain, rewriting, undo];
  const closing = { onSettled: () => setQuestion(undefined) };
  const isByPerson = (part: ListingPart): boolean =>
    product !== undefined && isPersons(product, targetOf(applications, part));
  const acceptParts = (parts: readonly ListingPart[], isSure = false): void => {
    if (parts.length === 0) return;
    if (!isSure && parts.some(isByPerson)) setQuestion({ does: 'accept', parts });
    else accept.mutate(parts, closing);
  };
  const again = (part: ListingPart, isSure = false): void => {
    if (!isSure && own[part]) return setQuestion({ does: 'again', parts: [part] });
    leave([part]);
    // Given here, it is not called once the page was left: the entry would be that of another page.
    writeAgain.mutate(part, { ...closing, onSuccess: listing.showAgain });
  };
  const writeAll = (isSure = false): void => {
    const parts = PARTS.map(([part]) => part).filter((part) => own[part]);
    if (!isSure && parts.length > 0) setQuestion({ does: 'all', parts });
    else rewriting.mutate(undefined, closing);
  };
  return {
    ...listing,
    accept: acceptParts,
    writeAll,
    doing: { accept, reject, again: writeAgain, all: rewriting },
    editing,
    setEditing,
    /** What these hold is on its way. */
    accepting: (accept.isPending && accept.variables) || [],
    question,
    setQuestion,
    isRejecting,
    rejecting,
    reject: (reason: string) => reject.mutate(reason, { onSuccess: rejecting.close }),
    taken,
    undo: () => taken && undo.mutate(taken),
    isByPerson,
    isBusy: [...doing, reject].some(({ isPending }) => isPending),
    errors: [...doing.map(({ error }) => error), !isRejecting && reject.error, listing.checkError],
    sure: ({ does, parts }: Question): void => {
      if (does === 'accept') acceptParts(parts, true);
      else if (does === 'all') writeAll(true);
      else for (const part of parts) again(part, true);
    },
    actionsOf: (part: ListingPart): PartActions => ({
      accept: () => acceptParts([part]),
      edit: () => setEditing(editing === part ? undefined : part),
      discard: () => listing.change(part, undefined),
      again: () => again(part),
    }),
  };
}
