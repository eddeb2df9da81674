// Finds the methods that a path answers to among the served routes. Pure.

/** A served route; `url` is its pattern, such as /products/:id or, with all that is below, /console/*. */
export interface Route {
  method: string;
  url: string;
}

/** Methods of the routes that match a path, in order of registration; empty for an unknown path. */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const segments = path.split('/');
  const matching = routes.filter(({ url }) => {
    if (url.endsWith('/*')) return path.startsWith(url.slice(0, -1));
    const pattern = url.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
    );
  });
  return [...new Set(matching.map(({ method }) => method))];
}
