// A listing as a person works on it: what was written, what they made of it, what the check says of that, and what is accepted.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Application,
  Generation,
  GenerationCheck,
  GenerationRequest,
  ListingPart,
  Product,
} from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { present } from '../../api/present.rules.ts';
import { environmentsOf } from '../../form/writing/writing-settings.rules.ts';
import { createGeneration, keepGeneration, rejectGeneration } from '../generations.queries.ts';
import { settingsOf } from '../new/generation-request.rules.ts';
import { useAcceptances, type Made } from '../accepting/use-acceptances.tsx';
import { readProduct, type Taken } from '../result/use-decision.tsx';
import type { Again } from './use-again.tsx';
import { useLiveCheck } from './listing.queries.ts';
import {
  acceptancesOf,
  applicationOf,
  checksIn,
  inputsFor,
  LISTING,
  PARTS,
  passes,
  resultOf,
  targetOf,
  writtenPart,
  type Acceptance,
  type PartItem,
  type PartItems,
  type WrittenPart,
} from './listing.rules.ts';

/** How a part stands. */
export interface PartState extends WrittenPart {
  part: ListingPart;
  /** Its texts now: a person's version, or what was written. */
  items: PartItem[];
  /** As they were written. */
  written: readonly PartItem[];
  isOwn: boolean;
  /** Undefined while a person's version has not been checked. */
  found: GenerationCheck[] | undefined;
  /** True when the check of a person's version failed. */
  isUnchecked: boolean;
  isAccepted: boolean;
  /** Why it could not be written again; what was written before stands there then. */
  failure: Generation['errorMessage'];
}

/** What became of an acceptance. */
export interface Accepted {
  parts: readonly ListingPart[];
  /** Every part is accepted now. */
  isDone: boolean;
  /** Absent when it cannot be taken back. */
  taken: Taken | undefined;
}

interface Listed {
  generation: Generation;
  product: Product | undefined;
  applications: readonly Application[];
  again: Again;
  onAccepted: (accepted: Accepted) => void;
  onRejected: () => void;
}

export function useListing(listed: Listed) {
  const { generation, again } = listed;
  const queries = useQueryClient();
  const [own, setOwn] = useState<PartItems>({});
  const { parts, checkError } = useParts(generation, writtenParts(generation, again), own);
  const forget = (some: readonly ListingPart[], ofThese?: PartItems): void =>
    setOwn((before) => without(before, some, ofThese));
  const accept = useAcceptance(listed, { parts, own, forget });
  const reject = useMutation({
    mutationFn: (reason: string) => rejectGeneration(generation.id, reason),
    onSuccess: (record) => {
      keepGeneration(queries, record);
      listed.onRejected();
    },
  });
  const writeAgain = useMutation({
    mutationFn: async (part: ListingPart) => ({
      part,
      record: await createGeneration(requestFor(part, listed), newKey()),
    }),
    onSuccess: ({ record }) => keepGeneration(queries, record),
  });
  return {
    parts: parts.map((state) => ({ ...state, failure: again.writerOf(state.part)?.errorMessage })),
    own,
    change: (part: ListingPart, changed: PartItem[] | undefined) =>
      changed ? setOwn((before) => ({ ...before, [part]: changed })) : forget([part]),
    checkError,
    accept,
    reject,
    writeAgain,
    /** Shows a part as it was written again, in place of what a person made of it. */
    showAgain: ({ part, record }: { part: ListingPart; record: Generation }) => {
      forget([part]);
      again.keep(part, record.id);
    },
    /** The parts that are not accepted yet and may be, as they stand. */
    passing: parts.filter(canPass).map(({ part }) => part),
  };
}

function canPass({ items, found, generation, isAccepted, isOwn }: PartState): boolean {
  const isOpen = generation.status !== 'RUNNING' && (!isAccepted || isOwn);
  return isOpen && items.length > 0 && found !== undefined && passes(found);
}

/** The parts as they were written last: of the listing, or again by themselves. */
function writtenParts(generation: Generation, { writerOf }: Again): (WrittenPart & { part: ListingPart })[] {
  const sourceOf = (part: ListingPart): Generation => {
    const latest = writerOf(part);
    return latest && (latest.status !== 'FAILED' || latest.draft !== undefined) ? latest : generation;
  };
  return PARTS.map(([part]) => ({ part, ...writtenPart(sourceOf(part), part) }));
}

/** How each part stands. What a person has changed is checked as they write, together with the other parts. */
function useParts(
  { productId, marketplace, environment }: Generation,
  writtenNow: readonly (WrittenPart & { part: ListingPart })[],
  own: PartItems,
) {
  const items: PartItems = Object.fromEntries(
    writtenNow.map((one) => [one.part, own[one.part] ?? one.items]),
  );
  const { language } = environment;
  const body = present({ applicationId: LISTING, result: resultOf(items), productId, marketplace, language });
  const check = useLiveCheck(Object.keys(own).length > 0 ? body : undefined);
  const parts = writtenNow.map(({ part, ...one }): PartState => {
    const isOwn = own[part] !== undefined;
    return {
      ...one,
      part,
      isOwn,
      items: [...(items[part] ?? [])],
      written: one.items,
      found: isOwn ? check.checks && checksIn(items, part, check.checks) : one.checks,
      isUnchecked: isOwn && check.error !== null,
      isAccepted: isAccepted(one.generation, part),
      failure: undefined,
    };
  });
  return { parts, checkError: check.error };
}

function isAccepted({ review, applicationId }: Generation, part: ListingPart): boolean {
  return (
    review?.state === 'ACCEPTED' && (applicationId !== LISTING || (review.parts?.includes(part) ?? true))
  );
}

interface Working {
  parts: readonly PartState[];
  own: PartItems;
  /** Drops a person's versions, once they are accepted; only where they still are the ones given. */
  forget: (parts: readonly ListingPart[], ofThese: PartItems) => void;
}

type MadeOfParts = Made<Product | undefined, Product | undefined> & Pick<Acceptance, 'parts'>;

function useAcceptance({ product, applications, onAccepted }: Listed, { parts, own, forget }: Working) {
  const queries = useQueryClient();
  const accept = useAcceptances<Product | undefined>();
  return useMutation({
    mutationFn: async (chosen: readonly ListingPart[]): Promise<Taken | undefined> => {
      const made: MadeOfParts[] = [];
      let at = product;
      for (const { generation, parts: some, body } of acceptancesOf(chosen, parts, own)) {
        const one = await accept({ generation, before: at, body }, async (record) => {
          keepGeneration(queries, record);
          forget(some, own); // as they were sent
          return product && (await readProduct(queries, product.id));
        });
        made.push({ ...one, parts: some });
        at = one.after;
      }
      const [first, ...others] = made;
      return first && others.length === 0 ? takenOf(first, applications) : undefined;
    },
    onSuccess: (taken, chosen) => {
      // What was changed again meanwhile, before the field was fixed, is still a person's version.
      const isDone = ({ part, items, ...state }: PartState): boolean =>
        items.length === 0 || ((state.isAccepted || chosen.includes(part)) && !state.isOwn);
      const accepted = parts.filter(({ part, isOwn }) => chosen.includes(part) && !isOwn);
      onAccepted({ parts: accepted.map(({ part }) => part), isDone: parts.every(isDone), taken });
    },
    onError: async () => product && void (await readProduct(queries, product.id)),
  });
}

/** What takes an acceptance back. A listing is rejected as a whole, so what was accepted of it before could not stay. */
function takenOf(
  { record, generation, parts, before, after }: MadeOfParts,
  applications: readonly Application[],
): Taken | undefined {
  const isMore = record.review?.parts?.some((part) => !parts.includes(part)) ?? false;
  if (!before || !after || isMore || generation.review?.state === 'ACCEPTED') return undefined;
  const targets = parts.flatMap((part) => targetOf(applications, part) ?? []);
  return { id: record.id, before, after, targets };
}

/** Asks for one part again, with the settings of the listing. */
function requestFor(part: ListingPart, { generation, applications }: Listed): GenerationRequest {
  const applicationId = applicationOf(part);
  const { inputSchema = {} } = applications.find(({ id }) => id === applicationId) ?? {};
  const inputs = inputsFor(generation.inputs, inputSchema);
  const settings = settingsOf(generation);
  const [environment] = environmentsOf(settings);
  return present({ applicationId, documentId: settings.documentId, inputs, environment, manual: true });
}

/** What is left without these parts, or without those of them that are still as given. */
function without(items: PartItems, parts: readonly ListingPart[], as: PartItems = items): PartItems {
  const isDropped = (part: ListingPart): boolean => parts.includes(part) && items[part] === as[part];
  return Object.fromEntries(Object.entries(items).filter(([part]) => !isDropped(part as ListingPart)));
}
