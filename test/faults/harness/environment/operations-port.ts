// The ops port of a process, as Kubernetes and Prometheus see it.
import type { Child } from '#testing/processes';

/** Status of a look at a process: 200 while all is well. */
export async function look(child: Child, what: 'live' | 'ready'): Promise<number> {
  const response = await fetch(opsUrl(child, `/health/${what}`), { signal: AbortSignal.timeout(5000) });
  await response.arrayBuffer();
  return response.status;
}

/** Sum of a metric over all its series that have these labels, written as Prometheus does: `subject="x"`. */
export async function metric(child: Child, name: string, ...labels: string[]): Promise<number> {
  const text = await (await fetch(opsUrl(child, '/metrics'))).text();
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

function opsUrl(child: Child, path: string): URL {
  return new URL(path, String(child.ready));
}
