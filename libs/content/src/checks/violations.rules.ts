// Violations: the closed table of rules with the texts that clients see, and how a check reports a violation.
import type { GenerationCheck } from '#contracts';
import { spansOf, type Span } from './languages.rules.ts';
import { POLICY_VERSION } from './policy.rules.ts';

type RuleEntry = Pick<GenerationCheck, 'severity' | 'message'>;
const hard = (en: string, zh: string): RuleEntry => ({ severity: 'hard', message: { en, zh } });
const warning = (en: string, zh: string): RuleEntry => ({ severity: 'warning', message: { en, zh } });

/** Every rule by id. A text with a hard violation is not published. */
const RULES = {
  RESULT_SCHEMA: hard('The item breaks the schema of the application:', '该条目不符合应用的结构：'),
  TEXT_EMPTY: hard('The text is empty.', '文本为空。'),
  TEXT_TOO_LONG: hard('The text is longer than the marketplace allows.', '文本超出站点允许的长度。'),
  TEXT_TOO_SHORT: hard('The text is shorter than the marketplace asks for.', '文本短于站点要求的长度。'),
  TEXTS_TOO_LONG_TOGETHER: warning(
    'Together the texts are longer than recommended.',
    '文本总长度超出建议值。',
  ),
  FEWER_THAN_ASKED: warning('There are fewer items than asked for.', '生成的条目少于要求的数量。'),
  DUPLICATE: warning('The text says the same as an earlier one.', '该文本与前面的条目重复。'),
  FORBIDDEN_CHARACTER: hard('The marketplace does not allow this character.', '站点不允许使用此字符。'),
  INVISIBLE_CHARACTER: hard('The text contains an invisible character.', '文本包含不可见字符。'),
  REPEATED_WORD: hard('A word stands here more than twice.', '同一词语出现超过两次。'),
  PROMOTION: hard('Promotional wording is not allowed.', '不允许使用促销用语。'),
  GUARANTEE: hard('Wording about refunds or guarantees is not allowed.', '不允许使用退款或保证类用语。'),
  RESTRICTED_CLAIM: hard('This claim is restricted by the marketplace.', '站点限制使用此类声明。'),
  PLACEHOLDER: hard('The text contains a placeholder.', '文本包含占位内容。'),
  IDENTIFIER: hard('The text contains a product identifier.', '文本包含商品编号。'),
  LINK_OR_CONTACT: hard('Addresses and telephone numbers are not allowed.', '不允许出现网址、邮箱或电话。'),
  MARKUP: hard('Markup is not allowed.', '不允许使用标记语言。'),
  PRICE: hard('Prices are not allowed.', '不允许出现价格信息。'),
  AVAILABILITY: hard('Wording about stock or delivery is not allowed.', '不允许出现库存或配送信息。'),
  REVIEW_QUOTE: hard('Reviews and ratings are not allowed.', '不允许引用评价或评分。'),
  TIME_BOUND: hard('Time-bound wording is not allowed.', '不允许使用有时效性的用语。'),
  PROMPT_LEAK: hard('The text repeats our instructions.', '文本泄露了内部指令。'),
  WRONG_LANGUAGE: hard('The text is not written in the language asked for.', '文本未使用要求的语言。'),
  MIXED_LANGUAGE: warning('Much of the text is in another script.', '文本中较多内容使用了其他文字。'),
  FACTS_NOT_TRANSLATED: warning(
    "The product's facts are in another language and stand as they are.",
    '商品信息为其他语言，已按原文保留。',
  ),
  UNGROUNDED_NUMBER: hard('This figure is not among the facts.', '该数值不在商品信息中。'),
  UNGROUNDED_CLAIM: hard('This certification is not among the facts.', '该认证或资质不在商品信息中。'),
  UNGROUNDED_BRAND: warning('This brand is not among the facts.', '该品牌不在商品信息中。'),
  ALL_CAPITALS: warning('Most words are in capitals.', '大部分单词为全大写。'),
  BRAND_NOT_FIRST: warning('The title does not begin with the brand.', '标题未以品牌开头。'),
  NO_CAPITAL: warning('The text does not begin with a capital letter.', '文本未以大写字母开头。'),
};

export type Rule = keyof typeof RULES;

/** A rule that a text violates, and where. */
export interface Violation extends Pick<Span, 'start' | 'end'> {
  rule: Rule;
}

/** A violation for each match of a pattern, which needs the flag g. */
export function matches(rule: Rule, pattern: RegExp, text: string): Violation[] {
  return spansOf(text, pattern).map(({ start, end }) => ({ rule, start, end }));
}

/** A violation of a whole text, if a condition holds. */
export function when(condition: boolean, rule: Rule, text: string): Violation[] {
  return condition ? [{ rule, start: 0, end: text.length }] : [];
}

export function isHard({ rule }: Violation): boolean {
  return RULES[rule].severity === 'hard';
}

/** Violations of one variant in the form of the generation's record. */
export function toChecks(violations: readonly Violation[], variant = 0): GenerationCheck[] {
  return violations.map(({ rule, start, end }) => {
    const { severity, message } = RULES[rule];
    return { variant, rule, severity, start, end, message, policyVersion: POLICY_VERSION };
  });
}
