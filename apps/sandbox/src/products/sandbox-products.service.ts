// Finds the marketplace's products and draws their pictures.
import { Injectable } from '@nestjs/common';
import { MARKETPLACES } from '#contracts';
import { faultOf, isAsin } from './asin.rules.ts';
import { inventProduct, type ProductMarket } from './invented-products.rules.ts';
import { fromRecord, type Product } from './items.rules.ts';
import { drawPicture, parsePicture } from './pictures.rules.ts';
import { SandboxProductsStore } from './sandbox-products.store.ts';

/** Pictures are the same in every marketplace; their initials are those of the US product. */
const US: ProductMarket = { code: 'US', languages: MARKETPLACES.US.languages };

@Injectable()
export class SandboxProductsService {
  constructor(private readonly store: SandboxProductsStore) {}

  /**
   * The product of a well-formed ASIN: from the product file in the US marketplace, otherwise invented. Undefined for
   * an ASIN that the marketplace does not know.
   */
  find(asin: string, market: ProductMarket): Product | undefined {
    if (faultOf(asin) === 'missing') return undefined;
    const record = market.code === 'US' ? this.store.find(asin) : undefined;
    return record ? fromRecord(record) : inventProduct(asin, market);
  }

  /** A picture of a product as SVG; undefined when there is no such product or picture. */
  picture(asin: string, file: string): string | undefined {
    const picture = parsePicture(file);
    const product = isAsin(asin) ? this.find(asin, US) : undefined;
    return picture && product && drawPicture(asin, product.brand ?? product.title, picture);
  }
}
