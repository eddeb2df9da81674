// Checks that every text must pass, whatever it is for: language, invisible signs, gaps, leaks, addresses, markup.
import { MARKETPLACES } from '#contracts';
import { violation, matches, when, type CheckContext, type Violation } from './violations.rules.ts';
import { checkGrounding } from './grounding.rules.ts';
import { lengthOf, shareInScript } from './languages.rules.ts';
import { FILLER, INVISIBLE, LINE_BREAK, LINK_OR_CONTACT, MARKUP } from './blocklists.rules.ts';

/** Below this share of letters in the right script a text counts as mixed. */
const MOSTLY = 0.3;

/** Findings that any text of any application can have. */
export function checkCommon(text: string, context: CheckContext): Violation[] {
  return [
    ...when(!/[\p{L}\p{N}]/u.test(text), 'TEXT_EMPTY', 'hard', text),
    ...checkLength(text, context),
    ...checkLanguage(text, context),
    ...matches('INVISIBLE_CHARACTER', INVISIBLE, text),
    ...matches('PLACEHOLDER', FILLER, text),
    ...matches('LINK_OR_CONTACT', LINK_OR_CONTACT, text),
    ...checkMarkup(text, context),
    ...checkLeak(text, context),
    ...checkGrounding(text, context),
  ];
}

function checkLength(text: string, { limits }: CheckContext): Violation[] {
  const length = lengthOf(text);
  return [
    ...when(length > limits.maxText, 'TEXT_TOO_LONG', 'hard', text),
    ...when(length < limits.minText, 'TEXT_TOO_SHORT', 'hard', text),
  ];
}

function checkLanguage(text: string, { language, composed, task }: CheckContext): Violation[] {
  const share = shareInScript(text, language);
  const foreign = composed && share >= MOSTLY && !isSpokenThere(task.product, language.code);
  return [
    ...when(share === 0 && !composed, 'WRONG_LANGUAGE', 'hard', text),
    ...when(share > 0 && share < MOSTLY && !composed, 'MIXED_LANGUAGE', 'warning', text),
    ...when(composed && (share < MOSTLY || foreign), 'FACTS_NOT_TRANSLATED', 'warning', text),
  ];
}

/** False when the product comes from a marketplace that does not speak the language. */
function isSpokenThere(product: CheckContext['task']['product'], code: string): boolean {
  if (product?.genre !== 'Retailer') return true;
  return MARKETPLACES[product.marketplace].languages.some((tag) => tag.startsWith(code));
}

function checkMarkup(text: string, { task }: CheckContext): Violation[] {
  const breaks = task.applicationId === 'product-description' && task.inputs['allowBr'] === true;
  return matches('MARKUP', MARKUP, text).filter(
    ({ start, end }) => !breaks || !LINE_BREAK.test(text.slice(start, end)),
  );
}

function checkLeak(text: string, { secrets }: CheckContext): Violation[] {
  return secrets.flatMap((secret) => {
    const start = text.indexOf(secret);
    return start < 0 ? [] : [violation('PROMPT_LEAK', 'hard', start, start + secret.length)];
  });
}
