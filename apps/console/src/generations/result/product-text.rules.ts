// The text of a product that a result would replace, and how to put it back.
import type { Application, Product, ProductPatch } from '#client';

/** A field of a product that an accepted text becomes. */
export type Target = NonNullable<Application['target']>;

/** The texts that stand on a product now: one a bullet point or line of the specification. Empty when there is none. */
export function presentTexts(product: Product, target: Target): string[] {
  const known: Product & Partial<Record<Target, string | string[]>> = product;
  const whole = [known[target] ?? []].flat();
  const lines = target === 'specification' ? whole.flatMap((text) => text.split('\n')) : whole;
  const texts = target === 'features' ? bulletsOf(product) : lines;
  return texts.filter((text) => text !== '');
}

/** The texts that stand there once these are accepted: attributes are added to those of a specification, which it keeps. */
export function afterwards(
  target: Target | undefined,
  present: readonly string[],
  texts: readonly string[],
): readonly string[] {
  if (target !== 'specification') return texts;
  const labelOf = (line: string) => line.split(/[:：]/u)[0]?.trim().toLowerCase();
  const known = new Set(present.map(labelOf));
  return [...present, ...texts.filter((text) => !known.has(labelOf(text)))];
}

/** True when a person wrote what stands in a field. */
export function isPersons(product: Product, target: Target | undefined): boolean {
  return product.genre === 'Retailer' && product.editedBy?.[target ?? ''] === 'person';
}

function bulletsOf(product: Product): string[] {
  return product.genre === 'Retailer' ? (product.features ?? []) : product.feature.split('\n');
}

/** What brings the texts back that stood on a product before results were accepted. */
export function patchBackTo(before: Product, targets: readonly Target[]): ProductPatch {
  const known: Product & Partial<Record<Target, string | string[]>> = before;
  const isCustom = before.genre === 'Custom';
  const fields = targets.flatMap((target): Target[] => {
    if (target === 'features') return isCustom ? ['feature'] : ['features', 'feature'];
    return [target];
  });
  const edited = before.genre === 'Retailer' ? (before.edited ?? []) : fields;
  // Null gives a field back to the marketplace, as it was before.
  return Object.fromEntries(
    fields.map((field) => [field, edited.includes(field) ? (known[field] ?? null) : null]),
  );
}
