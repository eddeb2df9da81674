// Violations: the closed table of rules with the texts that clients see, and how a check reports a violation.
import type { Bilingual, GenerationCheck } from '#contracts';
import { POLICY_VERSION } from './policy.rules.ts';

const says = (en: string, zh: string): Bilingual => ({ en, zh });

/** Every rule by id. */
export const RULES = {
  TEXT_EMPTY: says('The text is empty.', '文本为空。'),
  TEXT_TOO_LONG: says('The text is longer than the marketplace allows.', '文本超出站点允许的长度。'),
  TEXT_TOO_SHORT: says('The text is shorter than the marketplace asks for.', '文本短于站点要求的长度。'),
  TEXTS_TOO_LONG_TOGETHER: says('Together the texts are longer than recommended.', '文本总长度超出建议值。'),
  FEWER_THAN_ASKED: says('There are fewer items than asked for.', '生成的条目少于要求的数量。'),
  DUPLICATE: says('The text says the same as an earlier one.', '该文本与前面的条目重复。'),
  FORBIDDEN_CHARACTER: says('The marketplace does not allow this character.', '站点不允许使用此字符。'),
  INVISIBLE_CHARACTER: says('The text contains an invisible character.', '文本包含不可见字符。'),
  REPEATED_WORD: says('A word stands here more than twice.', '同一词语出现超过两次。'),
  PROMOTION: says('Promotional wording is not allowed.', '不允许使用促销用语。'),
  GUARANTEE: says('Wording about refunds or guarantees is not allowed.', '不允许使用退款或保证类用语。'),
  RESTRICTED_CLAIM: says('This claim is restricted by the marketplace.', '站点限制使用此类声明。'),
  PLACEHOLDER: says('The text contains a placeholder.', '文本包含占位内容。'),
  IDENTIFIER: says('The text contains a product identifier.', '文本包含商品编号。'),
  LINK_OR_CONTACT: says('Addresses and telephone numbers are not allowed.', '不允许出现网址、邮箱或电话。'),
  MARKUP: says('Markup is not allowed.', '不允许使用标记语言。'),
  PRICE: says('Prices are not allowed.', '不允许出现价格信息。'),
  AVAILABILITY: says('Wording about stock or delivery is not allowed.', '不允许出现库存或配送信息。'),
  REVIEW_QUOTE: says('Reviews and ratings are not allowed.', '不允许引用评价或评分。'),
  TIME_BOUND: says('Time-bound wording is not allowed.', '不允许使用有时效性的用语。'),
  PROMPT_LEAK: says('The text repeats our instructions.', '文本泄露了内部指令。'),
  WRONG_LANGUAGE: says('The text is not written in the language asked for.', '文本未使用要求的语言。'),
  MIXED_LANGUAGE: says('Much of the text is in another script.', '文本中较多内容使用了其他文字。'),
  FACTS_NOT_TRANSLATED: says(
    "The product's facts are in another language and stand as they are.",
    '商品信息为其他语言，已按原文保留。',
  ),
  UNGROUNDED_NUMBER: says('This figure is not among the facts.', '该数值不在商品信息中。'),
  UNGROUNDED_CLAIM: says('This certification is not among the facts.', '该认证或资质不在商品信息中。'),
  UNGROUNDED_BRAND: says('This brand is not among the facts.', '该品牌不在商品信息中。'),
  ALL_CAPITALS: says('Most words are in capitals.', '大部分单词为全大写。'),
  BRAND_NOT_FIRST: says('The title does not begin with the brand.', '标题未以品牌开头。'),
  NO_CAPITAL: says('The text does not begin with a capital letter.', '文本未以大写字母开头。'),
} as const satisfies Record<string, Bilingual>;

/** Id of a rule. */
export type Rule = keyof typeof RULES;

/** A rule that a text violates, and where. Offsets are in code units. */
export interface Violation {
  rule: Rule;
  severity: GenerationCheck['severity'];
  start: number;
  end: number;
}

/** A violation in a part of a text. */
export function violation(
  rule: Rule,
  severity: Violation['severity'],
  start: number,
  end: number,
): Violation {
  return { rule, severity, start, end };
}

/** A hard violation for each match of a pattern, which needs the flag g. */
export function matches(rule: Rule, pattern: RegExp, text: string): Violation[] {
  return Array.from(text.matchAll(pattern), ({ 0: found, index }) =>
    violation(rule, 'hard', index, index + found.length),
  );
}

/** A violation of a whole text, if a condition holds. */
export function when(
  condition: boolean,
  rule: Rule,
  severity: Violation['severity'],
  text: string,
): Violation[] {
  return condition ? [violation(rule, severity, 0, text.length)] : [];
}

/** True when the violation forbids to publish the text. */
export function isHard({ severity }: Violation): boolean {
  return severity === 'hard';
}

/** A violation in the form of the generation's record. */
export function toCheck({ rule, severity, start, end }: Violation, variant: number): GenerationCheck {
  return { variant, rule, severity, start, end, message: RULES[rule], policyVersion: POLICY_VERSION };
}
