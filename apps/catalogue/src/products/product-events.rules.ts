// What is told of a product that has changed.
import type { ChangedProduct } from './products.store.ts';

/** The event productUpdated of a change. */
export function updateOf({ id, workspaceId, version, sourceVersion, sourceHash }: ChangedProduct) {
  return { subject: id, data: { workspaceId, productId: id, version, sourceVersion, sourceHash } };
}
