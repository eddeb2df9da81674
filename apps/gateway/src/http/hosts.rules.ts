// Tells by which names a server may be called. Pure.

/** True when `Host` names one of the hosts, with any port; without hosts every name is good. */
export function isOwnHost(host: string | undefined, own: readonly string[]): boolean {
  if (own.length === 0 || host === undefined) return true;
  return own.includes(host.toLowerCase().replace(/:\d+$/, ''));
}
