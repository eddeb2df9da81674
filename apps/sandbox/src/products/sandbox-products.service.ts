// Finds the marketplace's products and draws their pictures.
import { Injectable } from '@nestjs/common';
import type { Marketplace } from '#contracts';
import { faultOf, isAsin } from '../asins/index.ts';
import { inventProduct } from './invented-products.rules.ts';
import { fromRecord, type Product } from './items.rules.ts';
import { drawPicture, drawPixels } from './pictures.rules.ts';
import { SandboxProductsStore } from './sandbox-products.store.ts';

@Injectable()
export class SandboxProductsService {
  constructor(private readonly store: SandboxProductsStore) {}

  /**
   * The product of a well-formed ASIN: from the product file in the US marketplace, otherwise invented. Undefined for
   * an ASIN that the marketplace does not know.
   */
  find(asin: string, marketplace: Marketplace): Product | undefined {
    if (faultOf(asin) === 'missing') return undefined;
    const record = marketplace === 'US' ? this.store.find(asin) : undefined;
    return record ? fromRecord(record) : inventProduct(asin, marketplace);
  }

  /** A picture as SVG, the same in every marketplace; undefined when there is no such product or picture. */
  picture(asin: string, file: string): string | undefined {
    const product = isAsin(asin) ? this.find(asin, 'US') : undefined;
    return product && drawPicture(asin, product.brand ?? product.title, file);
  }

  /** The same picture as PNG. */
  pixels(asin: string, file: string): Buffer | undefined {
    const product = isAsin(asin) ? this.find(asin, 'US') : undefined;
    return product && drawPixels(asin, file);
  }
}
