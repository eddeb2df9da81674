// The applications by id. The compiler names an id of the contracts that has no room here.
import {
  APPLICATIONS,
  isBuiltIn,
  type ApplicationId,
  type GenerationTask,
  type ProductField,
  type ResultType,
} from '#contracts';
import { customApplication } from './custom/custom-application.rules.ts';
import { altText } from './alt-text/alt-text.rules.ts';
import { attributes } from './attributes/attributes.rules.ts';
import { bulletPoints } from './bullet-points/bullet-points.rules.ts';
import { itemHighlights } from './item-highlights/item-highlights.rules.ts';
import { listing } from './listing/listing.rules.ts';
import { localise } from './localise/localise.rules.ts';
import type { Application, Target } from './port.ts';
import { productDescription } from './product-description/product-description.rules.ts';
import { faq } from './faq/faq.rules.ts';
import { rewrite } from './rewrite/rewrite.rules.ts';
import { productTitle } from './product-title/product-title.rules.ts';
import { searchTerms } from './search-terms/search-terms.rules.ts';
import { seoMeta } from './seo-meta/seo-meta.rules.ts';

/** The applications by id, each with the result type that its contract names. */
export const applications: {
  readonly [Id in ApplicationId]: Application<(typeof APPLICATIONS)[Id]['resultType']>;
} = {
  'product-title': productTitle,
  'bullet-points': bulletPoints,
  'product-description': productDescription,
  'item-highlights': itemHighlights,
  'search-terms': searchTerms,
  'seo-meta': seoMeta,
  listing,
  rewrite,
  faq,
  attributes,
  localise,
  'alt-text': altText,
};

/** The application of a task: a built-in one, or what its workspace has defined. */
export function applicationOf({ applicationId, application }: GenerationTask): Application {
  return application ? customApplication(application) : applications[applicationId as ApplicationId];
}

/** Where an accepted text of an application goes in a product; those of workspaces write for no field. */
export function targetOf(applicationId: string): Target | undefined {
  return isBuiltIn(applicationId) ? applications[applicationId].target : undefined;
}

/** The fields of a product that accepted texts of an application change; of a listing, those of all its parts. */
export function targetFieldsOf(applicationId: string): ProductField[] {
  if (!isBuiltIn(applicationId)) return [];
  const { target, parts = {} }: Application = applications[applicationId];
  return [...(target?.fields ?? []), ...Object.values(parts).flatMap(({ id }) => targetFieldsOf(id))];
}

/** The type of the results of a task. */
export function resultTypeOf({ applicationId, application }: GenerationTask): ResultType {
  return application ? application.resultType : APPLICATIONS[applicationId as ApplicationId].resultType;
}
