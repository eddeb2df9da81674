// What of a result a person can accept, and what it becomes in a product or in a document. Pure.
import type { ApplicationId, GenerationTask, ProductField, ProductGenre, ProductPatch } from '#contracts';
import { applicationOf, type Content } from '#content';

/** Applications whose items belong together; of the others one item is chosen. */
const TAKEN_TOGETHER: ReadonlySet<string> = new Set(['bullet-points']);

/** The fields of a product that accepted texts of an application change, the one first that has all of them. */
export const TARGET_FIELDS = {
  'product-title': ['title'],
  'bullet-points': ['features', 'feature'],
  'product-description': ['description'],
} as const satisfies Readonly<Record<ApplicationId, readonly ProductField[]>>;

/** What a person can choose from: each choice has one text or several, as readers see them. */
export function choicesOf(task: GenerationTask, content: Content): string[][] {
  const output = applicationOf(task).output(task);
  if (typeof content === 'string') return [[content.toWellFormed()]];
  if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
  const texts = content.map((item) => output.published(item).toWellFormed());
  return TAKEN_TOGETHER.has(task.applicationId) ? [texts] : texts.map((text) => [text]);
}

/** What accepted texts change of a product. */
export function productPatchOf(
  applicationId: ApplicationId,
  texts: readonly string[],
  genre: ProductGenre,
): ProductPatch {
  const [first] = texts;
  switch (applicationId) {
    case 'product-title':
      return { title: first };
    case 'product-description':
      return { description: first };
    case 'bullet-points':
      return genre === 'Retailer'
        ? { features: [...texts], feature: first }
        : { feature: texts.map((text) => text.replace(/\s*\n\s*/g, ' ')).join('\n') };
  }
}

/** The content of a document: one paragraph a text. */
export function documentContentOf(texts: readonly string[]): string {
  return texts.join('\n\n');
}
