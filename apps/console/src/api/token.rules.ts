// Reads an access token. Pure.

/** The workspace for which an access token is; undefined when it is not written as those of our API are. */
export function workspaceOf(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const { wid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { wid?: unknown };
    return typeof wid === 'string' ? wid : undefined;
  } catch {
    return undefined;
  }
}
