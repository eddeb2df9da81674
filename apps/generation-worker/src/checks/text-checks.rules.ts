// The checks that every text must pass, whatever its application.
import { MARKETPLACES } from '#contracts';
import type { CheckContext } from '../applications/port.ts';
import { INVISIBLE, LINK_OR_CONTACT, MARKUP, PLACEHOLDER } from './blocklists.rules.ts';
import { checkGrounding } from './grounding.rules.ts';
import { lengthOf, shareInScript } from './languages.rules.ts';
import { matches, violation, when, type Violation } from './violations.rules.ts';

/** Below this share of letters in the right script a text counts as mixed. */
const MIN_SHARE = 0.3;

/** Violations that a text of any application can have. */
export function checkCommon(text: string, context: CheckContext): Violation[] {
  return [
    ...when(!/[\p{L}\p{N}]/u.test(text), 'TEXT_EMPTY', 'hard', text),
    ...checkLength(text, context),
    ...checkLanguage(text, context),
    ...matches('INVISIBLE_CHARACTER', INVISIBLE, text),
    ...matches('PLACEHOLDER', PLACEHOLDER, text),
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

function checkLanguage(text: string, { language, translates, task }: CheckContext): Violation[] {
  const share = shareInScript(text, language);
  if (!translates) {
    const untranslated = share < MIN_SHARE || !isSpokenThere(task.product, language.code);
    return when(untranslated, 'FACTS_NOT_TRANSLATED', 'warning', text);
  }
  return [
    ...when(share === 0, 'WRONG_LANGUAGE', 'hard', text),
    ...when(share > 0 && share < MIN_SHARE, 'MIXED_LANGUAGE', 'warning', text),
  ];
}

/** False when the product comes from a marketplace that does not use the language. */
function isSpokenThere(product: CheckContext['task']['product'], code: string): boolean {
  if (product?.genre !== 'Retailer') return true;
  return MARKETPLACES[product.marketplace].languages.some((tag) => tag.startsWith(code));
}

function checkMarkup(text: string, { application, task }: CheckContext): Violation[] {
  const allowed = application.allowedMarkup?.(task);
  return matches('MARKUP', MARKUP, text).filter(({ start, end }) => !allowed?.test(text.slice(start, end)));
}

function checkLeak(text: string, { secrets }: CheckContext): Violation[] {
  return secrets.flatMap((secret) => {
    const start = text.indexOf(secret);
    return start < 0 ? [] : [violation('PROMPT_LEAK', 'hard', start, start + secret.length)];
  });
}
