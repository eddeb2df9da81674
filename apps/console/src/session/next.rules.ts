// Where a sign-in leads to. Pure.

/** The page on which an account enters the code of an invitation. */
export const JOIN = '/join';

/** Whether a path leads there. */
export function isToJoin(next: string | undefined): boolean {
  return next?.split('?')[0] === JOIN;
}

/** The path to go on to: one of our own, or the start. */
export function safeNext(next: unknown): string {
  // Two slashes, or a slash and a backslash, would begin the name of another host.
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}
