// The applications by id. The compiler names an id of the contracts that has no room here.
import {
  APPLICATIONS,
  isBuiltIn,
  type ApplicationId,
  type GenerationTask,
  type ResultType,
} from '#contracts';
import { customApplication } from './custom/custom-application.rules.ts';
import { altText } from './alt-text/alt-text.rules.ts';
import { attributes } from './attributes/attributes.rules.ts';
import { bulletPoints } from './bullet-points/bullet-points.rules.ts';
import { localise } from './localise/localise.rules.ts';
import type { Application, Target } from './port.ts';
import { productDescription } from './product-description/product-description.rules.ts';
import { faq } from './faq/faq.rules.ts';
import { rewrite } from './rewrite/rewrite.rules.ts';
import { productTitle } from './product-title/product-title.rules.ts';

/** The applications by id, each with the result type that its contract names. */
export const applications: {
  readonly [Id in ApplicationId]: Application<(typeof APPLICATIONS)[Id]['resultType']>;
} = {
  'product-title': productTitle,
  'bullet-points': bulletPoints,
  'product-description': productDescription,
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

/** The type of the results of a task. */
export function resultTypeOf({ applicationId, application }: GenerationTask): ResultType {
  return application ? application.resultType : APPLICATIONS[applicationId as ApplicationId].resultType;
}
