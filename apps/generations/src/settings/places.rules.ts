// Fills in where a text is for: the marketplace, and the language that is written there.
import type { GenerationEnvironment, GenerationTask, Marketplace, Product } from '#contracts';
import { marketplaceOf, tagFor } from '#content';

/** What a text is about and for whom. */
interface About {
  product: Product | undefined;
  /** The workspace's marketplace, for a text about no product of a marketplace. */
  home: Marketplace | undefined;
}

/**
 * The settings with their language, and without the marketplace, the voice and `learn`, which a record keeps beside its
 * settings. The marketplace is absent when neither the settings nor the product nor `home` tells one.
 */
export function placed<E extends GenerationEnvironment>(
  { marketplace: named, voice: _voice, learn: _learn, ...environment }: E,
  { product, home }: About,
): { environment: Omit<E, 'marketplace' | 'voice' | 'learn'> & { language: string } } & Pick<
  GenerationTask,
  'marketplace'
> {
  const marketplace = marketplaceOf({ marketplace: named, product }) ?? home;
  const language = tagFor(marketplace, environment.language);
  return { environment: { ...environment, language }, ...(marketplace && { marketplace }) };
}

/** True for a text whose marketplace neither its settings nor its product tells. */
export function needsHome({ marketplace }: GenerationEnvironment, product: Product | undefined): boolean {
  return marketplaceOf({ marketplace, product }) === undefined;
}
