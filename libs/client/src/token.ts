// Reads an access token.

/** For whom an access token is. */
export interface Owner {
  accountId: string;
  workspaceId: string;
}

/** The account and the workspace for which an access token is; undefined when it is not written as those of our API are. */
export function ownerOf(token: string): Owner | undefined {
  const [, claims = ''] = token.split('.');
  try {
    const { sub, wid } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Record<
      string,
      unknown
    >;
    return typeof sub === 'string' && typeof wid === 'string'
      ? { accountId: sub, workspaceId: wid }
      : undefined;
  } catch {
    return undefined;
  }
}
