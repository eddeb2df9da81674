// What is shown of a product: its facts, its pictures, and where its texts come from. Pure.
import type { Application, Product, ProductText } from '#client';
import { oneOf, searchBy } from '../page/search.rules.ts';
import { safeLink } from '../text-display/safe-text.rules.ts';

/** A line of a specification; a line without a colon has no label. */
interface Fact {
  label: string;
  value: string;
}

/** The lines `Label: value` of a specification. */
export function factsOf(specification: string): Fact[] {
  return specification
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { label = '', value = line } =
        /^(?<label>[^:：]+)(?::\s+|：\s*)(?<value>.+)$/u.exec(line)?.groups ?? {};
      return { label: label.trim(), value: value.trim() };
    });
}

/** The pictures of a product that a page may show, the main one first. */
export function picturesOf({ mainImage, images = [] }: Product): string[] {
  return [...new Set([mainImage, ...images])].filter(isPicture);
}

/** The first picture; undefined without one. */
export function pictureOf(product: Product): string | undefined {
  return [product.mainImage, ...(product.images ?? [])].find(isPicture);
}

/** Pictures may come by http; the policy of the page decides from which hosts. */
function isPicture(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url);
}

/** The page of the product at its marketplace or maker, if it may be followed. */
export function linkOf({ link }: Product): string | undefined {
  return safeLink(link);
}

/** The bullets of a product: the list of a Retailer product, the lines of a Custom one's. */
function bulletsOf(product: Product): string[] {
  if (product.genre === 'Retailer') return product.features ?? [];
  return product.feature.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
}

/** The texts that a buyer reads or searches by, in the order of a page; applications write them. */
export const TEXT_FIELDS = ['title', 'highlights', 'features', 'description', 'searchTerms'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** What a product has of a text: its bullets, or one text; nothing that is blank. */
export function textsOf(product: Product, field: TextField): string[] {
  const texts = field === 'features' ? bulletsOf(product) : [product[field] ?? ''];
  return texts.filter((text) => text.trim() !== '');
}

/** Where the present value of a field comes from: `own` in a product that no marketplace has. */
type Origin = 'own' | 'imported' | 'person' | 'generation';

export function originOf(product: Product, field: string): Origin {
  if (product.genre === 'Custom') return 'own';
  return product.editedBy?.[field] ?? 'imported';
}

/** How the text of an application for a product stands; `MISSING` when there is none. */
export interface TextState {
  application: Pick<Application, 'id' | 'name'>;
  state: ProductText['state'] | 'MISSING';
  generationId?: string;
}

/** The texts of a product: one for each built-in application, and those that other applications have written. */
export function textStatesOf(product: Product, applications: readonly Application[]): TextState[] {
  const texts = new Map(product.texts?.map((text) => [text.applicationId, text]));
  return applications.flatMap(({ id, name, builtIn }): TextState[] => {
    const text = texts.get(id);
    if (!text) return builtIn ? [{ application: { id, name }, state: 'MISSING' }] : [];
    return [{ application: { id, name }, state: text.state, generationId: text.generationId }];
  });
}

/** The parts of the page of a product, in their order; the keys 1 to 5 open them. */
export const TABS = ['texts', 'facts', 'pictures', 'generations', 'record'] as const;
export type Tab = (typeof TABS)[number];

/** The part that an address names. */
export const tabOf = searchBy<{ tab?: Tab }>({ tab: oneOf(TABS) });
