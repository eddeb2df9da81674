// Finds the methods that a path answers to among the served routes. Pure.

/** A served route; `url` is its pattern, such as /products/:id or, with all that is below, /console/*. */
export interface Route {
  method: string;
  url: string;
}

/**
 * Methods of the routes that match a path, in order of registration; empty for an unknown path. If routes have exactly this
 * path, only their methods count, as in OpenAPI: /products/count is not the product with the id `count`.
 */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const literal = routes.filter(({ url }) => url === path);
  const matching = literal.length > 0 ? literal : routes.filter(({ url }) => matches(url, path));
  return [...new Set(matching.map(({ method }) => method))];
}

function matches(url: string, path: string): boolean {
  if (url.endsWith('/*')) return path.startsWith(url.slice(0, -1));
  const pattern = url.split('/');
  const segments = path.split('/');
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
  );
}
