// The quality check of a whole result: which parts may be published, and what was noticed about them.
import { OFFLINE_MODEL, type GenerationCheck, type GenerationTask } from '#contracts';
import { checkBullet } from '../applications/bullet-points/bullet-points.rules.ts';
import { brandOf, textsIn, sourceDataOf } from '../prompt/source-data.rules.ts';
import { isHard, toCheck, when, type CheckContext, type Violation } from './violations.rules.ts';
import { evidenceOf } from './evidence.rules.ts';
import { checkCommon } from './common-checks.rules.ts';
import { languageOf, lengthOf } from './languages.rules.ts';
import { limitsOf } from './policy.rules.ts';
import { formOf, publishedText, type Item, type Writing } from '../applications/output-schema.rules.ts';
import { checkDescription } from '../applications/product-description/product-description.rules.ts';
import { checkTitle } from '../applications/product-title/product-title.rules.ts';

/** What the quality check says about a writing. */
export interface Review {
  /** What may be published; undefined when that is too little. */
  publishable: Writing | undefined;
  /** Items (or texts: 0 or 1) that may be published. */
  usable: number;
  /** True when all that was asked for may be published. */
  complete: boolean;
  /** Warnings about what may be published. */
  warnings: GenerationCheck[];
  /** Everything found in the writing as it was given. */
  all: GenerationCheck[];
}

/** What the checks of a task need; `secrets` are words of ours that a result must not repeat. */
export function contextOf(task: GenerationTask, secrets: readonly string[]): CheckContext {
  const sources = sourceDataOf(task);
  return {
    task,
    language: languageOf(task.environment.language),
    brand: brandOf(sources),
    limits: limitsOf(task),
    evidence: evidenceOf(textsIn(sources)),
    secrets,
    composed: task.environment.model === OFFLINE_MODEL,
  };
}

/** Everything found in one text of the task's application. */
export function checkText(text: string, context: CheckContext): Violation[] {
  const own = {
    'product-title': checkTitle,
    'bullet-points': checkBullet,
    'product-description': checkDescription,
  }[context.task.applicationId];
  return [...checkCommon(text, context), ...own(text, context)];
}

/** Checks a writing: hard findings cost an item its place, or a text its publication. Never cuts. */
export function review(writing: Writing, context: CheckContext): Review {
  return typeof writing === 'string' ? reviewText(writing, context) : reviewItems(writing, context);
}

function reviewText(text: string, context: CheckContext): Review {
  const findings = checkText(text, context);
  const good = !findings.some(isHard);
  const all = findings.map((found) => toCheck(found, 0));
  return {
    publishable: good ? text : undefined,
    usable: good ? 1 : 0,
    complete: good,
    warnings: good ? all : [],
    all,
  };
}

function reviewItems(items: readonly Item[], context: CheckContext): Review {
  const form = formOf(context.task);
  const asked = form === 'text' ? 1 : form.count;
  const texts = items.map(publishedText);
  const findings = texts.map((text, index) => [
    ...checkText(text, context),
    ...when(texts.indexOf(text) < index, 'DUPLICATE', 'warning', text),
  ]);
  const kept = items
    .map((_item, index) => index)
    .filter((index) => !findings[index]?.some(isHard))
    .slice(0, asked);
  const usable = kept.length;
  const together = kept.reduce((sum, index) => sum + lengthOf(texts[index] ?? ''), 0);
  const ofAll = [
    ...when(usable < asked, 'FEWER_THAN_ASKED', 'warning', ''),
    ...when(together > context.limits.maxTogether, 'TEXTS_TOO_LONG_TOGETHER', 'warning', ''),
  ].map((found) => toCheck(found, 0));
  return {
    publishable: usable >= context.limits.minItems ? kept.flatMap((index) => items[index] ?? []) : undefined,
    usable,
    complete: usable === asked,
    warnings: [
      ...kept.flatMap((index, place) => (findings[index] ?? []).map((found) => toCheck(found, place))),
      ...ofAll,
    ],
    all: [...findings.flatMap((found, index) => found.map((one) => toCheck(one, index))), ...ofAll],
  };
}
