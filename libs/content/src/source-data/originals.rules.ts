// Originals: the text that a task has written again, and of which kind the new one is.
import {
  APPLICATIONS,
  isBuiltIn,
  PRODUCT_FIELDS,
  type ApplicationId,
  type GenerationTask,
  type Product,
} from '#contracts';
import { placeOfProduct, tagFor } from '../locales/places.rules.ts';

/** What is written again. */
export interface Original {
  /** As they were given, in their order. */
  texts: readonly string[];
  /** The kind of content that the new texts are; undefined for none of a product's page. */
  page: ApplicationId | undefined;
  /** BCP 47 tag of the texts; undefined where nothing tells it. */
  language: string | undefined;
}

/** The kind of content that each text of a product is. */
const PAGES = {
  title: 'product-title',
  features: 'bullet-points',
  description: 'product-description',
} as const satisfies Record<string, ApplicationId>;

/** The original of a task; undefined for a task that writes something new, and where there is nothing to write again. */
export function originalOf(task: GenerationTask): Original | undefined {
  if (task.applicationId === 'localise') return localised(task);
  if (task.applicationId !== 'rewrite') return undefined;
  const { text, for: page } = APPLICATIONS.rewrite.inputs.partial().parse(task.inputs);
  return text === undefined ? undefined : { texts: [text], page, language: undefined };
}

/** The application whose limits and policies hold for the texts of a task. */
export function pageOf(task: GenerationTask): string {
  return originalOf(task)?.page ?? task.applicationId;
}

function localised({ inputs, original, product }: GenerationTask): Original | undefined {
  if (original) {
    const { texts, applicationId, language } = original;
    const isPage = isBuiltIn(applicationId) && applicationId !== 'localise';
    return { texts, page: isPage ? applicationId : undefined, language };
  }
  const { field } = APPLICATIONS.localise.inputs.parse(inputs);
  const texts = product ? textsOf(product, field).filter((text) => text.trim() !== '') : [];
  if (!product || texts.length === 0) return undefined;
  const marketplace = placeOfProduct(product);
  return { texts, page: PAGES[field], language: marketplace && tagFor(marketplace) };
}

/** A text of a product; the features of a product that has none are the lines of its foremost one. */
function textsOf(product: Product, field: keyof typeof PAGES): string[] {
  if (field !== 'features') return [product[field].slice(0, PRODUCT_FIELDS[field].source)];
  const features = product.genre === 'Retailer' ? product.features : undefined;
  return (features ?? product.feature.split('\n')).slice(0, PRODUCT_FIELDS.features.source);
}
