// Checks one text: what every text must pass, then what its application asks for.
import type { CheckContext } from '../applications/port.ts';
import { checkBrands } from '../checks/brands.rules.ts';
import { checkChatter } from '../checks/wording/chatter.rules.ts';
import { checkRefusals } from '../checks/wording/refusals.rules.ts';
import { capitals, characters, emoji } from '../findings/characters.rules.ts';
import { isInOtherLanguage } from '../checks/detection.rules.ts';
import { checkGrounding, groundedText, type GroundedText } from '../checks/grounding.rules.ts';
import { shareInScript } from '../findings/languages.rules.ts';
import { checkEnd, checkRepetition, checkStuffing, factsIn } from '../checks/shape.rules.ts';
import { pageOf } from '../source-data/originals.rules.ts';
import { RULES } from '../findings/rules.rules.ts';
import { when, type Violation } from '../findings/violations.rules.ts';
import { checkLimits } from '../checks/limits.rules.ts';
import { checkVoice } from '../checks/wording/voice-terms.rules.ts';
import { checkWordOrder } from '../checks/word-order.rules.ts';
import { checkWording } from '../checks/wording/wording-check.rules.ts';

/** Below this share of letters in the right script a text counts as mixed. */
const MIN_SHARE = 0.3;
/** Fewest words of source data of which a text must tell some. */
const MIN_SOURCE = 5;

/** The messages of all rules, as a repair tells them. */
const MESSAGES = Object.values(RULES).flatMap(({ message }) => [message.en, message.zh]);

/** What was found in texts by a context: the composer tries a text several times, and the review reads the one that it chose. */
const found = new WeakMap<CheckContext, Map<string, readonly Violation[]>>();

/**
 * What a text must pass, and each part of it that the composer tries. Of a text that is far too long, and so not publishable, only the beginning is
 * checked: no answer of a model can make the check slow.
 */
export function checkText(given: string, context: CheckContext): readonly Violation[] {
  const ofContext = found.get(context) ?? new Map<string, readonly Violation[]>();
  found.set(context, ofContext);
  const violations = ofContext.get(given) ?? violationsOf(given, context);
  ofContext.set(given, violations);
  return violations;
}

function violationsOf(given: string, context: CheckContext): Violation[] {
  const { application, brand, evidence, language, limits, task, voice, wording } = context;
  const text = beginningOf(given, limits.maxText);
  const read = readingOf(text, context);
  const allowed = application.allowedMarkup?.(task);
  const isText = application.output(task) === 'text';
  return [
    ...when(!/[\p{L}\p{N}]/u.test(text), 'TEXT_EMPTY', text),
    ...checkLimits(given, limits).filter(({ rule }) => !isText || rule !== 'TEXT_TOO_SHORT'),
    ...checkLanguage(text, context),
    ...characters(
      text,
      'INVISIBLE_CHARACTER',
      'BROKEN_CHARACTER',
      'PLACEHOLDER',
      'LINK_OR_CONTACT',
      'STYLED_LETTERS',
    ),
    ...characters(text, 'MARKUP').filter(({ start, end }) => !allowed?.test(text.slice(start, end))),
    ...checkLeak(text, context),
    ...checkRefusals(text, task, language),
    ...checkFacts(read, context),
    ...checkBrands(read, brand, evidence),
    ...checkWording(read, brand, wording),
    ...checkVoice(read, brand, voice),
    ...(task.application ? [] : checkPage(text, read, context)),
    // A text as a whole is read to its end by checkWhole.
    ...(task.application || isText || text.length < given.length
      ? []
      : checkEnd(text, pageOf(task), language)),
    ...application.check(text, context),
  ];
}

/** What a text claims without evidence: a warning where the product does not say it, but the text that it is written from. */
function checkFacts(read: GroundedText, context: CheckContext): Violation[] {
  const { application, evidence, productEvidence } = context;
  const found = checkGrounding(read, evidence).flatMap((one) =>
    application.seesPictures ? seen(one, read) : one,
  );
  if (!productEvidence) return found;
  const isFound = (one: Violation): boolean =>
    found.some(({ rule, start }) => rule === one.rule && start === one.start);
  const unproven = checkGrounding(read, productEvidence).filter((one) => !isFound(one));
  return [...found, ...unproven.map((one) => ({ ...one, severity: 'warning' as const }))];
}

/** What a picture may show although no fact says it: colours, numbers of things, and, to be looked at, materials. */
function seen(violation: Violation, { text }: GroundedText): Violation[] {
  const { rule, start, end } = violation;
  const isCounted = rule === 'UNGROUNDED_NUMBER' && !/\p{N}/u.test(text.slice(start, end));
  if (rule === 'UNGROUNDED_COLOUR' || isCounted) return [];
  return [rule === 'UNGROUNDED_MATERIAL' ? { ...violation, severity: 'warning' } : violation];
}

/** What the text of a page must pass beyond other texts. */
function checkPage(
  text: string,
  read: GroundedText,
  { application, brand, evidence, language, task }: CheckContext,
): Violation[] {
  return [
    // A field that readers see may be called so.
    ...(application.shownFields ? [] : checkChatter(text, task, language)),
    ...emoji(text),
    ...capitals(text, brand, language),
    ...checkStuffing(read, evidence, language),
    ...checkRepetition(text, language, evidence),
    ...checkWordOrder(text, language, evidence),
  ];
}

/** What a text must pass as a whole, and no part of it. */
export function checkWhole(given: string, { limits, task, language }: CheckContext): Violation[] {
  const text = beginningOf(given, limits.maxText);
  return [
    ...checkLimits(text, limits).filter(({ rule }) => rule === 'TEXT_TOO_SHORT'),
    ...(task.application || text.length < given.length ? [] : checkEnd(text, pageOf(task), language)),
  ];
}

/** True for a content that tells fewer facts than its application asks for, of source data that have some. */
export function isUnrelated(text: string, context: CheckContext): boolean {
  const { brand, evidence, language, limits } = context;
  if (limits.minFacts === 0 || evidence.stems.size < MIN_SOURCE) return false;
  const read = beginningOf(text, limits.maxText);
  if (brand !== '' && read.toLowerCase().includes(brand.toLowerCase())) return false;
  return factsIn(read, readingOf(read, context), evidence, language) < limits.minFacts;
}

/** As much of a text as may be published, and one code point of what is too much. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most + 2))
    .slice(0, most + 1)
    .join('');
}

function readingOf(text: string, { language, task }: CheckContext): GroundedText {
  return groundedText(text, language, isTitle(task));
}

function isTitle(task: CheckContext['task']): boolean {
  return pageOf(task) === 'product-title';
}

/** True for one line without a verb, as far as its end tells: names of things look alike in many languages. */
function isName(text: string): boolean {
  return !/\n|[.!?…。！？]\s*$/u.test(text);
}

function checkLanguage(text: string, { language, task, brand }: CheckContext): Violation[] {
  const share = shareInScript(text, language);
  const words = brand ? text.replaceAll(brand, ' ') : text;
  return [
    ...when(
      share === 0 || isInOtherLanguage(words, language, isTitle(task) || isName(words)),
      'WRONG_LANGUAGE',
      text,
    ),
    ...when(share > 0 && share < MIN_SHARE, 'MIXED_LANGUAGE', text),
  ];
}

/** Parts of the prompt, and what a repair was told: a small model answers it with its own words. */
function checkLeak(text: string, { secrets }: CheckContext): Violation[] {
  return [secrets, MESSAGES]
    .flatMap((list) => list.filter((secret) => secret.length <= text.length && text.includes(secret)))
    .map((secret) => {
      const start = text.indexOf(secret);
      return { rule: 'PROMPT_LEAK', start, end: start + secret.length };
    });
}
