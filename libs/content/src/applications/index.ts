// The applications by id. The compiler names an id of the contracts that has no room here.
import type { APPLICATIONS, ApplicationId } from '#contracts';
import { bulletPoints } from './bullet-points/bullet-points.rules.ts';
import type { Application } from './port.ts';
import { productDescription } from './product-description/product-description.rules.ts';
import { productTitle } from './product-title/product-title.rules.ts';

/** The applications by id, each with the result type that its contract names. */
export const applications: {
  readonly [Id in ApplicationId]: Application<(typeof APPLICATIONS)[Id]['resultType']>;
} = {
  'product-title': productTitle,
  'bullet-points': bulletPoints,
  'product-description': productDescription,
};
