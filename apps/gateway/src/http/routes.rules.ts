// Which methods a path answers to, from the routes that are served. Pure.

/** A served route; `url` is its pattern, such as /products/:id. */
export interface Route {
  method: string;
  url: string;
}

/** Methods that a path answers to, in their order of appearance; empty for an unknown path. */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const segments = path.split('/');
  const matching = routes.filter(({ url }) => {
    const pattern = url.split('/');
    return (
      pattern.length === segments.length &&
      pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]))
    );
  });
  return [...new Set(matching.map(({ method }) => method))];
}
