// Finds what the zones need beyond the two commands of the README: root on Linux, programs of Debian, Python with Patroni.
import { existsSync } from 'node:fs';
import { installPython } from '#testing/python';

/** Programs, and the Debian package of each. */
const PROGRAMS = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/sbin/iptables': 'iptables',
};

/** Python with Patroni and Postgres, or what is missing on this machine. */
export async function toolsForZones(): Promise<{ python?: string; missing: string }> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { missing: 'zones are network namespaces, which need root on Linux' };
  const packages = Object.entries(PROGRAMS).flatMap(([file, name]) => (existsSync(file) ? [] : [name]));
  if (packages.length > 0) return { missing: `please run: apt-get install -y ${packages.join(' ')}` };
  const tool = await installPython('zones', 'test/faults/topology/requirements.txt');
  return 'program' in tool ? { python: tool.program, missing: '' } : tool;
}
