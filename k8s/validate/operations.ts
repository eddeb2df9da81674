// Reads from the API document which operations the gateway serves.
import { apiDocument } from '../../scripts/client/document.ts';

/** An operation of the API. */
export interface ApiOperation {
  /** Such as ListProducts. */
  name: string;
  /** Of its URL, with {parameters}. */
  path: string;
  /** Its answer comes as slowly as the client wishes: it may wait for an end, follow events or load a file. */
  isLong: boolean;
}

interface Described {
  operationId: string;
  parameters?: { name: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}
type Item = Record<string, Described> & { servers: [{ url: string }] };

const isFile = (type: string): boolean => !/[/+]json$/.test(type);

/** Every operation of the API. */
export const OPERATIONS: readonly ApiOperation[] = operationsOf(await apiDocument());

function operationsOf(document: string): ApiOperation[] {
  const { paths } = JSON.parse(document) as { paths: Record<string, unknown> };
  return Object.entries(paths).flatMap(([path, item]) => {
    const { servers, ...methods } = item as Item;
    return Object.values(methods).map(({ operationId, parameters = [], responses }) => ({
      name: operationId,
      path: `${new URL(servers[0].url).pathname}${path}`,
      isLong:
        parameters.some(({ name }) => name === 'Prefer') ||
        Object.keys(responses['200']?.content ?? {}).some(isFile),
    }));
  });
}
