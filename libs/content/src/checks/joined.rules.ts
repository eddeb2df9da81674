// Measures in two units that stand together: feet and inches, pounds and ounces.
import { spanAt } from '../findings/languages.rules.ts';
import type { Quantity } from './quantities.rules.ts';

/** What may follow a figure with a unit as part of the same measure, such as 6 ft 2 in, and how many make one of the unit. */
const PARTS: Readonly<Record<string, { unit: string; of: number }>> = {
  foot: { unit: 'inch', of: 12 },
  pound: { unit: 'ounce', of: 16 },
};
/** Of 6'2", where the first figure has no other unit. */
const FOOT_SIGN = /^\s?['’′]\s?$/;

/** Quantities of a text, of which feet and inches, or pounds and ounces, that stand together are one. */
export function joined(quantities: readonly Quantity[], text: string): Quantity[] {
  const wholes: Quantity[] = [];
  for (const quantity of quantities) {
    const before = wholes.at(-1);
    const whole = before && wholeOf(before, quantity, text);
    if (whole) wholes.pop();
    wholes.push(whole ?? quantity);
  }
  return wholes;
}

function wholeOf(one: Quantity, part: Quantity, text: string): Quantity | undefined {
  const between = text.slice(one.end, part.start);
  const isSigned = one.unit === undefined && FOOT_SIGN.test(between);
  const unit = isSigned ? 'foot' : one.unit;
  const parts = PARTS[unit ?? ''];
  const isBeside = isSigned || /^\.?\s?$/.test(between);
  if (!parts || parts.unit !== part.unit || !isBeside || one.isWord || part.isWord) return undefined;
  const value = Number(one.readings.join(' ')) + Number(part.readings.join(' ')) / parts.of;
  if (!Number.isFinite(value)) return undefined;
  return { ...one, ...spanAt(text.slice(one.start, part.end), one.start), readings: [String(value)], unit };
}
