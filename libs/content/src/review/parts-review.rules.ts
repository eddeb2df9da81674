// Reviews a content of several parts: each like a text of its own application, then what only the whole can lack.
import type { GenerationTask, OwnPolicy } from '#contracts';
import { itemsOfPart, partContent, partsOf, type TaskPart } from '../applications/parts.rules.ts';
import type { CheckContext, Content, Item, ItemsOutput } from '../applications/port.ts';
import { limitsOf } from '../checks/limits.rules.ts';
import { missingKeywords } from '../checks/keywords.rules.ts';
import { missingTerms, wordingRulesAt } from '../checks/wording/wording-check.rules.ts';
import { isHard, type Violation } from '../findings/violations.rules.ts';
import { placeOfTask } from '../policies/policies.rules.ts';
import type { Review } from './port.ts';
import { toChecks, worst } from './told-checks.rules.ts';

/** What a part is reviewed by: the facts of the whole, the rules of its own application, and the texts that stand beside it. */
export function contextOfPart(
  { task, application }: TaskPart,
  whole: CheckContext,
  beside: string,
): CheckContext {
  return {
    ...whole,
    task,
    application,
    beside,
    limits: limitsOf(task, whole.task),
    wording: wordingRulesAt(placeOfTask(task, whole.task), whole.evidence, ownRowsOf(task)),
  };
}

/** The rows of the workspace for a part: a term is required of the whole, but where a row names the application of the part. */
function ownRowsOf({ applicationId, policies = [] }: GenerationTask): OwnPolicy[] {
  return policies.filter(
    ({ rule, applications }) => rule !== 'REQUIRED_TERM' || applications?.includes(applicationId),
  );
}

/** Parts that search reads before it reads the search terms. */
const BESIDE = ['title', 'highlights', 'bullets'];

/** The texts of a listing that stand beside one of its parts. */
export function textsBeside(name: string, items: readonly Item[], { published }: ItemsOutput): string {
  const beside = BESIDE.filter((other) => other !== name).flatMap((other) => itemsOfPart(items, other));
  return beside.map(published).join('\n');
}

/** Items of one part, where they stand in the whole, and what is found in them. */
interface ReviewedPart {
  part: TaskPart;
  items: Item[];
  places: number[];
  found: Review;
}

/** Reviews items, each by the rules of its part; `reviewOne` reviews the content of one application. */
export function reviewParts(
  items: readonly Item[],
  output: ItemsOutput,
  context: CheckContext,
  reviewOne: (content: Content, context: CheckContext) => Review,
): Review {
  const texts = items.map(output.published);
  const parts = partsOf(context.task, context.application);
  const missing = parts.filter(({ name }) => itemsOfPart(items, name).length === 0);
  const reviewed = parts
    .filter((part) => !missing.includes(part))
    .map((part): ReviewedPart => {
      const own = itemsOfPart(items, part.name);
      const beside = textsBeside(part.name, items, output);
      const found = reviewOne(partContent(own, part), contextOfPart(part, context, beside));
      return { part, items: own, places: own.map((item) => items.indexOf(item)), found };
    });
  const published = reviewed.flatMap(publishedItems);
  const lost = parts.filter(({ name }) => itemsOfPart(published, name).length === 0);
  const read = published.map(output.published).join('\n');
  // Of a listing without a part that it needs nobody knows what this would say: a person may send it another time.
  const terms = lost.some(({ isNeeded }) => isNeeded) ? [] : missingTerms(read, context.wording);
  const lacks = [
    ...toChecks(missing.map(missingPart)),
    ...toChecks([...missingKeywords(texts.join('\n'), context), ...terms], placeForMore(reviewed)),
  ];
  const all = [...reviewed.flatMap(checksInWhole), ...lacks];
  const lacked = [...lost.map(missingPart), ...missingKeywords(read, context), ...terms];
  const warned = [...reviewed.flatMap((one) => publishedWarnings(one, published)), ...toChecks(lacked)];
  const isPublishable = !lacked.some(isHard);
  return {
    publishable: isPublishable ? published : undefined,
    usable: isPublishable ? published.length : 0,
    complete: isPublishable && lost.length === 0 && reviewed.every(({ found }) => found.complete),
    warnings: worst(warned),
    all: worst(all),
    found: all.length,
    texts,
  };
}

function missingPart({ name, isNeeded }: TaskPart): Violation {
  const severity = isNeeded ? 'hard' : 'warning';
  return { rule: 'PART_MISSING', severity, start: 0, end: 0, detail: name };
}

/** The items of a part that may be published. */
function publishedItems({ part: { name }, found: { publishable = [] } }: ReviewedPart): Item[] {
  if (typeof publishable === 'string') return [{ part: name, text: publishable }];
  return publishable.map((item) => ({ part: name, ...item }));
}

/** What is found in a part, by the places of its items in the whole. */
function checksInWhole({ places, found }: ReviewedPart) {
  return found.all.map((check) => ({ ...check, variant: places[check.variant] ?? check.variant }));
}

/** The warnings about a part that is published. */
function publishedWarnings({ part, found }: ReviewedPart, published: readonly Item[]) {
  const first = published.findIndex(({ part: name }) => name === part.name);
  if (first < 0) return [];
  return found.warnings.map((check) => ({ ...check, variant: first + check.variant }));
}

/** The item that may be longest: what is missing in all of them finds room there. */
function placeForMore(reviewed: readonly ReviewedPart[]): number {
  const most = ({ part: { task } }: ReviewedPart): number => limitsOf(task).maxText;
  const [longest] = reviewed.toSorted((one, other) => most(other) - most(one));
  return longest?.places[0] ?? 0;
}
