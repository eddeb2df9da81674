// The decorator of operations that list records in pages.
import { Operation } from './operation.decorator.ts';
import type { Described, OperationSpec } from './operation-spec.ts';

/** Serves and documents a list in pages; its method takes the query of the contract. */
export function ListOperation<D extends Described>(
  definition: D,
  spec?: Pick<OperationSpec, 'conditional' | 'access'>,
) {
  const description = `${definition.operation.description} The list comes in pages: send the request again with \`nextToken\` until a page has none.`;
  const operation = { ...definition.operation, description, answer: 'One page.' };
  return Operation({ ...definition, operation }, { ...spec, query: true });
}
