// Checks one text: what every text must pass, then what its application asks for.
import { MARKETPLACES } from '#contracts';
import type { CheckContext } from '../applications/port.ts';
import { blocked } from './blocklists.rules.ts';
import { checkGrounding } from './grounding.rules.ts';
import { lengthOf, shareInScript } from './languages.rules.ts';
import { when, type Violation } from './violations.rules.ts';

/** Below this share of letters in the right script a text counts as mixed. */
const MIN_SHARE = 0.3;

/** All violations of one text. */
export function checkText(text: string, context: CheckContext): Violation[] {
  const { application, limits, task } = context;
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
