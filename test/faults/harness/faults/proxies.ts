// Leads the connections of a process through a fault proxy.
import type { Variables } from '#testing/environment';
import type { FaultProxy } from '#testing/neighbours';

/** The variables of a process, with the addresses of these names changed from a port to a proxy. */
export function throughProxy(
  usual: Variables,
  names: readonly string[],
  port: number,
  proxy: FaultProxy,
): Variables {
  const changed = names.map(
    (name) => [name, (usual[name] ?? '').replace(`:${port}`, `:${proxy.port}`)] as const,
  );
  return { ...usual, ...Object.fromEntries(changed) };
}
