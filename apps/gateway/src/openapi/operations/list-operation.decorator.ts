// The decorator of operations that list records in pages.
import type { RequestDefinition } from '#contracts';
import { Operation } from './operation.decorator.ts';
import type { OperationSpec } from './operation-spec.ts';

/** A list, besides what all lists have in common. */
interface ListSpec extends Pick<OperationSpec, 'id' | 'summary' | 'description' | 'conditional'> {
  /** Who may read the list; members of the workspace by default. */
  access?: NonNullable<OperationSpec['route']>['access'];
  /** A page. */
  example: unknown;
}

/** Serves and documents a list in pages; its method takes the query of the contract. */
export function ListOperation<D extends RequestDefinition>(
  definition: D,
  { description, access, example, ...spec }: ListSpec,
) {
  return Operation(definition, {
    ...spec,
    description: `${description} The list comes in pages: send the request again with \`nextToken\` until a page has none.`,
    route: { query: true, access },
    answer: { description: 'One page.', example },
  });
}
