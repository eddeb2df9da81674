// Keywords: the words that a text should have, by the request or, without any there, by the product.
import { isBuiltIn, type GenerationTask } from '#contracts';

/** Most keywords of a product that count; a request has no more than ten. */
const MOST = 20;

/** A word or some words that a text should have; without a required one it gets a warning. */
export interface Keyword {
  keyword: string;
  isRequired: boolean;
}

/** The keywords of a task. In a request one that must occur ends with an exclamation mark. */
export function keywordsOf({ applicationId, inputs, product }: GenerationTask): Keyword[] {
  const asked = isBuiltIn(applicationId) ? textsOf(inputs['keywords']) : [];
  const keywords =
    asked.length > 0
      ? asked.map((text) => ({ keyword: withoutMark(text), isRequired: withoutMark(text) !== text.trim() }))
      : textsOf(product?.keywords).map((text) => ({ keyword: text.trim(), isRequired: false }));
  const said = keywords.filter(({ keyword }) => /[\p{L}\p{N}]/u.test(keyword)).slice(0, MOST);
  return [...new Map(said.map((one) => [one.keyword.toLowerCase(), one])).values()];
}

/** The inputs of a task as they are said: without the marks of required keywords. */
export function saidInputs({
  applicationId,
  inputs,
}: Pick<GenerationTask, 'applicationId' | 'inputs'>): GenerationTask['inputs'] {
  const asked = isBuiltIn(applicationId) ? textsOf(inputs['keywords']) : [];
  return asked.length > 0 ? { ...inputs, keywords: asked.map(withoutMark) } : inputs;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function withoutMark(keyword: string): string {
  return keyword.trim().replace(/\s*[!！]$/, '');
}
