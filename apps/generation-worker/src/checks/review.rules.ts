// Reviews the content of one task: which parts may be published, and which violations they have.
import type { GenerationCheck } from '#contracts';
import type { CheckContext, Content, Item, ItemsOutput } from '../applications/port.ts';
import { brandOf, sourceDataOf, textsIn } from '../prompt/source-data.rules.ts';
import { evidenceOf } from './grounding.rules.ts';
import { languageOf, lengthOf } from './languages.rules.ts';
import { limitsOf } from './policy.rules.ts';
import { checkText } from './text-checks.rules.ts';
import { isHard, toChecks, when } from './violations.rules.ts';

/** The result of a review. */
export interface Review {
  /** What may be published; undefined when that is too little. */
  publishable: Content | undefined;
  /** Number of items (of texts: 0 or 1) that may be published. */
  usable: number;
  /** True when everything that was asked for may be published. */
  complete: boolean;
  /** Warnings about what may be published. */
  warnings: GenerationCheck[];
  /** All violations of the content as it was given. */
  all: GenerationCheck[];
  /** The texts of the items as they were given; empty for a text. */
  texts: string[];
}

/** Adds what follows from the task and its application to the context of its checks. */
export function contextOf(
  given: Pick<CheckContext, 'task' | 'application' | 'secrets' | 'translates'>,
): CheckContext {
  const { task, application } = given;
  const sourceData = sourceDataOf(task);
  return {
    ...given,
    language: languageOf(task.environment.language),
    brand: brandOf(sourceData),
    limits: limitsOf(application.limits, task),
    evidence: evidenceOf(textsIn(sourceData)),
  };
}

/** Reviews content. A hard violation removes an item, or forbids a text. Never cuts a text. */
export function review(content: Content, context: CheckContext): Review {
  const output = context.application.output(context.task);
  if (typeof content === 'string') return reviewText(content, context);
  if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
  return reviewItems(content, output, context);
}

function reviewText(text: string, context: CheckContext): Review {
  const violations = checkText(text, context);
  const all = toChecks(violations);
  return violations.some(isHard)
    ? { publishable: undefined, usable: 0, complete: false, warnings: [], all, texts: [] }
    : { publishable: text, usable: 1, complete: true, warnings: all, all, texts: [] };
}

function reviewItems(items: readonly Item[], output: ItemsOutput, context: CheckContext): Review {
  const { limits } = context;
  const texts = items.map(output.published);
  const violations = texts.map((text, index) => [
    ...checkText(text, context),
    ...when(texts.indexOf(text) < index, 'DUPLICATE', text),
  ]);
  const kept = [...items.keys()].filter((index) => !violations[index]?.some(isHard)).slice(0, output.count);
  const usable = kept.length;
  const together = kept.reduce((sum, index) => sum + lengthOf(texts[index] ?? ''), 0);
  const ofAll = toChecks([
    ...when(usable < output.count, 'FEWER_THAN_ASKED', ''),
    ...when(together > limits.maxTogether, 'TEXTS_TOO_LONG_TOGETHER', ''),
  ]);
  return {
    publishable: usable >= limits.minItems ? items.filter((_item, index) => kept.includes(index)) : undefined,
    usable,
    complete: usable === output.count,
    warnings: [...kept.flatMap((index, variant) => toChecks(violations[index] ?? [], variant)), ...ofAll],
    all: [...violations.flatMap((found, index) => toChecks(found, index)), ...ofAll],
    texts,
  };
}
