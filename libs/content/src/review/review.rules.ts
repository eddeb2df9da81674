// Reviews the content of one task: the checks of each text, which parts may be published, and which violations they have.
import type { GenerationCheck } from '#contracts';
import type { CheckContext, Content, Item, ItemsOutput } from '../applications/port.ts';
import { evidenceOf, namesIn } from '../checks/evidence.rules.ts';
import { figuresWithout } from '../checks/grounding.rules.ts';
import { languageOf, lengthOf } from '../findings/languages.rules.ts';
import { normalised, sayTheSame } from '../checks/similarity.rules.ts';
import { missingKeywords } from '../checks/keywords.rules.ts';
import { isHard, when, type Violation } from '../findings/violations.rules.ts';
import { limitsOf } from '../checks/limits.rules.ts';
import { placeOfTask } from '../policies/policies.rules.ts';
import { missingTerms, wordingRulesAt } from '../checks/wording/wording-check.rules.ts';
import { originalOf } from '../source-data/originals.rules.ts';
import { targetOf } from '../schemas/schema-check.rules.ts';
import { brandOf, sourceDataOf, textsIn } from '../source-data/source-data.rules.ts';
import { voiceTermsOf } from '../checks/wording/voice-terms.rules.ts';
import { reviewParts } from './parts-review.rules.ts';
import type { Review } from './port.ts';
import { toChecks, worst } from './told-checks.rules.ts';
import { checkText, checkWhole, isUnrelated } from './text-check.rules.ts';

/** Most items that are reviewed, as many as any application may ask for; the rest is dropped. */
export const MAX_ITEMS = 20;
/** Least length of a text that two headings, or two questions, do not share by chance, in code points. */
const LEAST_BODY = 15;
/** Most lost figures that are told. */
const MOST_LOST = 5;

/** Adds what follows from the task and its application to the context of its checks. */
export function contextOf(given: Pick<CheckContext, 'task' | 'application' | 'secrets'>): CheckContext {
  const { task } = given;
  const sourceData = sourceDataOf(task);
  const { product } = sourceData;
  const language = languageOf(task.environment.language);
  const evidence = evidenceOf(textsIn(sourceData), namesIn(sourceData));
  return {
    ...given,
    language,
    brand: brandOf(sourceData),
    limits: limitsOf(task),
    evidence,
    voice: voiceTermsOf(task.voice, language),
    beside: textsIn([sourceData.product?.['title'] ?? '', sourceData.product?.['features'] ?? '']).join('\n'),
    ...(sourceData.original && product && { productEvidence: evidenceOf(textsIn({ product })) }),
    wording: wordingRulesAt(placeOfTask(task), evidence, task.policies ?? []),
  };
}

/** Reviews content. A hard violation removes an item, or forbids a text. Never cuts a text. */
export function review(content: Content, context: CheckContext): Review {
  const output = context.application.output(context.task);
  if (typeof content !== 'string') {
    if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
    if (!context.application.parts) return reviewItems(content, output, context);
    return reviewParts(content.slice(0, MAX_ITEMS), output, context, review);
  }
  const all = toChecks([
    ...checkText(content, context),
    ...checkWhole(content, context),
    ...ofContent([content], context),
  ]);
  const given = { all: worst(all), found: all.length, texts: [content] };
  return all.some(({ severity }) => severity === 'hard')
    ? { publishable: undefined, usable: 0, complete: false, warnings: [], ...given }
    : { publishable: content, usable: 1, complete: true, warnings: given.all, ...given };
}

function reviewItems(given: readonly Item[], output: ItemsOutput, context: CheckContext): Review {
  const items = given.slice(0, MAX_ITEMS);
  const { limits } = context;
  const texts = items.map(output.published);
  const violations = items.map((item, index) => violationsOf(item, { texts, index }, context));
  const faults = faultsOf(items, output);
  const kept = [...items.keys()]
    .filter((index) => !violations[index]?.some(isHard) && !faults.some(({ variant }) => variant === index))
    .slice(0, output.count);
  const whole = ofContent(
    kept.map((index) => texts[index] ?? ''),
    context,
  );
  // Items of a workspace's own schema belong together; of ours each stands for itself.
  const isFaulty = context.task.application !== undefined && faults.length > 0;
  const usable = isFaulty || whole.some(isHard) ? 0 : kept.length;
  const asked = output.count ?? items.length;
  const together = kept.reduce((sum, index) => sum + lengthOf(texts[index] ?? ''), 0);
  const ofAll = toChecks([...whole, ...tooLongTogether(together, limits.maxTogether)]);
  const all = [
    ...faults,
    ...violations.flatMap((found, index) => toChecks(found, index)),
    ...tooFew(items.length, asked),
    ...ofAll,
  ];
  const warnings = kept.flatMap((index, variant) => toChecks(violations[index] ?? [], variant));
  return {
    publishable: usable >= limits.minItems ? items.filter((_item, index) => kept.includes(index)) : undefined,
    usable,
    complete: usable === asked,
    warnings: worst([...warnings, ...tooFew(usable, asked), ...ofAll]),
    all: worst(all),
    found: all.length,
    texts,
    ...(faults[0] && usable < limits.minItems && { fault: faults[0].fault }),
  };
}

/** What is found in an item, whose text stands among others at an index. */
function violationsOf(
  item: Item,
  { texts, index }: { texts: readonly string[]; index: number },
  context: CheckContext,
): Violation[] {
  const { application } = context;
  const text = texts[index] ?? '';
  return [
    ...checkText(text, context),
    ...(application.checkItem?.(item, context) ?? []),
    ...checkRepetition(texts, index, context),
    ...(application.isTakenTogether ? [] : missingKeywords(text, context)),
  ];
}

/** Texts that have more characters than recommended for all of them. */
function tooLongTogether(size: number, most: number): Violation[] {
  const detail = {
    en: `They have ${size} of at most ${most} characters.`,
    zh: `总长度为${size}，最多${most}个字符。`,
  };
  return when(size > most, 'TEXTS_TOO_LONG_TOGETHER', '').map((found) => ({ ...found, detail }));
}

/** Of items that are refused, what is wrong with them is told; that they are missing, to who reads what is published. */
function tooFew(count: number, asked: number): GenerationCheck[] {
  return toChecks(when(count < asked, 'FEWER_THAN_ASKED', ''));
}

/** What a content lacks as a whole: facts, and terms that the workspace requires. */
function ofContent(texts: readonly string[], context: CheckContext): Violation[] {
  const text = texts.join('\n');
  if (text === '') return [];
  const isOne = context.application.output(context.task) === 'text' || context.application.isTakenTogether;
  return [
    ...when(isUnrelated(text, context), 'TOO_FEW_FACTS', ''),
    ...missingTerms(text, context.wording),
    ...(isOne ? missingKeywords(text, context) : []),
    ...lostFigures(text, context),
  ];
}

/** Figures of a text that is written again and that the new one lacks. A shorter one may leave some out. */
function lostFigures(text: string, { task, language }: CheckContext): Violation[] {
  const original = originalOf(task);
  if (!original || task.inputs['goal'] === 'shorten') return [];
  return figuresWithout(original.texts.join('\n'), evidenceOf([text]), language.code)
    .slice(0, MOST_LOST)
    .map(({ text: detail }) => ({ rule: 'FIGURE_LOST', start: 0, end: 0, detail }));
}

/**
 * An item that says what an earlier one says: word for word it is dropped, in nearly the same words it is a warning. Of
 * titles one is chosen, so that they may say the same in other words, or have a part in common.
 */
function checkRepetition(texts: readonly string[], index: number, context: CheckContext): Violation[] {
  const { application, language } = context;
  const text = texts[index] ?? '';
  const earlier = texts.slice(0, index);
  const isTogether = application.isTakenTogether === true;
  const isSame = earlier.some(
    (other) =>
      normalised(other) === normalised(text) || (isTogether && isSameUnder(bodyOf(other), bodyOf(text))),
  );
  const isNear = isTogether && earlier.some((other) => sayTheSame(other, text, language));
  if (!isSame && !isNear) return [];
  return [{ rule: 'DUPLICATE', start: 0, end: text.length, severity: isSame ? 'hard' : 'warning' }];
}

/** A text without its heading, or an answer without its question. */
function bodyOf(text: string): string {
  return normalised(text.replace(/^[^:：\n]{1,80}(?:[:：]|\n)\s*/u, ''));
}

/** True for the same words under another heading; a few may answer two questions. */
function isSameUnder(one: string, other: string): boolean {
  return one === other && lengthOf(one) >= LEAST_BODY;
}

/** The violations of items that break the schema of their application, each with the place. */
function faultsOf(items: readonly Item[], { faultOf }: ItemsOutput) {
  return items.flatMap((item, index) => {
    const found = faultOf(item);
    if (!found) return [];
    const fault = `${targetOf(['result', index, ...found.path])} ${found.message}`;
    const checks = toChecks([{ rule: 'RESULT_SCHEMA', start: 0, end: 0 }], index);
    return checks.map((check) => {
      const { en, zh } = check.message;
      return { ...check, message: { en: `${en} ${fault}`, zh: `${zh}${fault}` }, fault };
    });
  });
}
