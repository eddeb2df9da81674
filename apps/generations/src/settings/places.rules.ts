// Fills in where a text is for: the marketplace, and the language that is written there.
import type { GenerationEnvironment, Marketplace, Product } from '#contracts';
import { marketplaceOf, tagFor } from '#content';

/** What a text is about and for whom. */
interface About {
  product: Product | undefined;
  /** The workspace's marketplace, for a text about no product of a marketplace. */
  home: Marketplace | undefined;
}

/** Settings with the marketplace and the language. Without `home`, a marketplace may be lacking. */
export function placed<E extends GenerationEnvironment>(
  environment: E,
  { product, home }: About,
): E & { language: string } {
  const marketplace = marketplaceOf({ environment, product }) ?? home;
  const language = tagFor(marketplace, environment.language);
  return { ...environment, language, ...(marketplace && { marketplace }) };
}

/** True for a text whose marketplace neither its settings nor its product tells. */
export function needsHome(environment: GenerationEnvironment, product: Product | undefined): boolean {
  return marketplaceOf({ environment, product }) === undefined;
}
