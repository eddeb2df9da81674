// Asks the catalogue to edit products.
import { Injectable } from '@nestjs/common';
import { editProduct } from '#contracts';
import { Bus } from '#platform/messaging';
import type { Acceptance } from './acceptances.store.ts';

@Injectable()
export class ProductEditsClient {
  constructor(private readonly bus: Bus) {}

  /**
   * Writes an accepted text to its product, once however often it is asked; returns the version that has it. Errors:
   * NotFound, VersionMismatch, InvalidArgument: the text is not and will not be written; all others tell nothing.
   */
  async edit({ workspaceId, productId, id: key, ifVersion, patch }: Acceptance): Promise<number> {
    const version = ifVersion === null ? {} : { ifVersion };
    const edit = { workspaceId, id: productId, key, body: patch, ...version };
    return (await this.bus.request(editProduct, edit)).version;
  }
}
