// Leads the connections of a process through a fault proxy.
import type { Variables } from '#testing/environment';
import type { FaultProxy } from '#testing/neighbours';

/** The variables of a process, with one address changed from a port to a proxy. */
export function throughProxy(usual: Variables, name: string, port: number, proxy: FaultProxy): Variables {
  return { ...usual, [name]: (usual[name] ?? '').replace(`:${port}`, `:${proxy.port}`) };
}
