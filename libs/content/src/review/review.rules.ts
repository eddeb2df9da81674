// Reviews the content of one task: the checks of each text, which parts may be published, and which violations they have.
import { MARKETPLACES, MAX_CHECKS, type GenerationCheck, type Marketplace } from '#contracts';
import type { CheckContext, Content, Item, ItemsOutput } from '../applications/port.ts';
import { brandOf, sourceDataOf, textsIn } from '../source-data/source-data.rules.ts';
import { targetOf } from '../schemas/schema-check.rules.ts';
import { blocked } from '../checks/blocklists.rules.ts';
import { checkGrounding, evidenceOf } from '../checks/grounding.rules.ts';
import { languageOf, lengthOf, shareInScript } from '../checks/languages.rules.ts';
import { limitsOf } from '../checks/policy.rules.ts';
import { isHard, toChecks, when, type Violation } from '../checks/violations.rules.ts';

/** Below this share of letters in the right script a text counts as mixed. */
const MIN_SHARE = 0.3;
/** Most items that are reviewed, several times what any application asks for; the rest is dropped. */
export const MAX_ITEMS = 20;
/** Code units of a text that are checked, for each code point that it may have. */
const CHECKED_UNITS = 4;

export interface Review {
  /** What may be published; undefined when that is too little. */
  publishable: Content | undefined;
  /** Number of items (of texts: 0 or 1) that may be published. */
  usable: number;
  /** True when everything that was asked for may be published. */
  complete: boolean;
  /** Warnings about what may be published, at most MAX_CHECKS. */
  warnings: GenerationCheck[];
  /** The worst violations of the content as it was given, at most MAX_CHECKS. */
  all: GenerationCheck[];
  /** Number of violations of the content as it was given. */
  found: number;
  /** The texts as they were given. */
  texts: string[];
  /** Where and how an item breaks the schema of its application: then nothing may be published. */
  fault?: string;
}

/** Adds what follows from the task and its application to the context of its checks; `marketplace` is by default the product's. */
export function contextOf(
  given: Pick<CheckContext, 'task' | 'application' | 'secrets' | 'translates'>,
  marketplace?: Marketplace,
): CheckContext {
  const { task, application } = given;
  const sourceData = sourceDataOf(task);
  return {
    ...given,
    language: languageOf(task.environment.language),
    brand: brandOf(sourceData),
    limits: limitsOf(application.limits, task, marketplace),
    evidence: evidenceOf(textsIn(sourceData)),
  };
}

/**
 * What every text must pass, then what its application asks for. Of a text that is far too long, and so not publishable,
 * only the beginning is checked: no answer of a model can make the check slow.
 */
export function checkText(given: string, context: CheckContext): Violation[] {
  const { application, limits, task } = context;
  const text = given.slice(0, limits.maxText * CHECKED_UNITS);
  const length = lengthOf(text);
  const allowed = application.allowedMarkup?.(task);
  return [
    ...when(!/[\p{L}\p{N}]/u.test(text), 'TEXT_EMPTY', text),
    ...when(length > limits.maxText, 'TEXT_TOO_LONG', text),
    ...when(length < limits.minText, 'TEXT_TOO_SHORT', text),
    ...checkLanguage(text, context),
    ...blocked(text, 'INVISIBLE_CHARACTER', 'PLACEHOLDER', 'LINK_OR_CONTACT'),
    ...blocked(text, 'MARKUP').filter(({ start, end }) => !allowed?.test(text.slice(start, end))),
    ...checkLeak(text, context),
    ...checkGrounding(text, context.evidence),
    ...application.check(text, context),
  ];
}

function checkLanguage(text: string, { language, translates, task }: CheckContext): Violation[] {
  const share = shareInScript(text, language);
  if (!translates) {
    const untranslated = share < MIN_SHARE || !isSpokenThere(task.product, language.code);
    return when(untranslated, 'FACTS_NOT_TRANSLATED', text);
  }
  return [
    ...when(share === 0, 'WRONG_LANGUAGE', text),
    ...when(share > 0 && share < MIN_SHARE, 'MIXED_LANGUAGE', text),
  ];
}

/** False when the product comes from a marketplace that does not use the language. */
function isSpokenThere(product: CheckContext['task']['product'], code: string): boolean {
  if (product?.genre !== 'Retailer') return true;
  return MARKETPLACES[product.marketplace].languages.some((tag) => tag.startsWith(code));
}

function checkLeak(text: string, { secrets }: CheckContext): Violation[] {
  return secrets.flatMap((secret) => {
    const start = text.indexOf(secret);
    return start < 0 ? [] : [{ rule: 'PROMPT_LEAK', start, end: start + secret.length }];
  });
}

/** Reviews content. A hard violation removes an item, or forbids a text. Never cuts a text. */
export function review(content: Content, context: CheckContext): Review {
  const output = context.application.output(context.task);
  if (typeof content !== 'string') {
    if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
    return reviewItems(content, output, context);
  }
  const all = toChecks(checkText(content, context));
  const given = { all: worst(all), found: all.length, texts: [content] };
  return all.some(({ severity }) => severity === 'hard')
    ? { publishable: undefined, usable: 0, complete: false, warnings: [], ...given }
    : { publishable: content, usable: 1, complete: true, warnings: given.all, ...given };
}

function reviewItems(given: readonly Item[], output: ItemsOutput, context: CheckContext): Review {
  const items = given.slice(0, MAX_ITEMS);
  const { limits } = context;
  const texts = items.map(output.published);
  const violations = texts.map((text, index) => [
    ...checkText(text, context),
    ...when(texts.indexOf(text) < index, 'DUPLICATE', text),
  ]);
  const kept = [...items.keys()].filter((index) => !violations[index]?.some(isHard)).slice(0, output.count);
  const faults = faultsOf(items, output);
  const usable = faults.length > 0 ? 0 : kept.length;
  const asked = output.count ?? items.length;
  const together = kept.reduce((sum, index) => sum + lengthOf(texts[index] ?? ''), 0);
  const ofAll = toChecks([
    ...when(usable < asked, 'FEWER_THAN_ASKED', ''),
    ...when(together > limits.maxTogether, 'TEXTS_TOO_LONG_TOGETHER', ''),
  ]);
  const all = [...faults, ...violations.flatMap((found, index) => toChecks(found, index)), ...ofAll];
  const warnings = kept.flatMap((index, variant) => toChecks(violations[index] ?? [], variant));
  return {
    publishable: usable >= limits.minItems ? items.filter((_item, index) => kept.includes(index)) : undefined,
    usable,
    complete: usable === asked,
    warnings: worst([...warnings, ...ofAll]),
    all: worst(all),
    found: all.length,
    texts,
    ...(faults[0] && { fault: faults[0].fault }),
  };
}

/** The violations of items that break the schema of their application, each with the place. */
function faultsOf(items: readonly Item[], { faultOf }: ItemsOutput) {
  return items.flatMap((item, index) => {
    const found = faultOf?.(item);
    if (!found) return [];
    const fault = `${targetOf(['result', index, ...found.path])} ${found.message}`;
    const checks = toChecks([{ rule: 'RESULT_SCHEMA', start: 0, end: 0 }], index);
    return checks.map((check) => {
      const { en, zh } = check.message;
      return { ...check, message: { en: `${en} ${fault}`, zh: `${zh}${fault}` }, fault };
    });
  });
}

/** At most MAX_CHECKS: hard ones first, and before the second of a rule in an item the first of all others. */
function worst(checks: readonly GenerationCheck[]): GenerationCheck[] {
  return [...Map.groupBy(checks, ({ variant, rule }) => `${variant} ${rule}`).values()]
    .flatMap((group) =>
      group.map((check, place) => ({ check, place, soft: Number(check.severity !== 'hard') })),
    )
    .sort((a, b) => a.soft - b.soft || a.place - b.place)
    .slice(0, MAX_CHECKS)
    .map(({ check }) => check);
}
