// Finds out what this machine lacks for a cluster.
import { existsSync } from 'node:fs';

const GO = 'Go (https://go.dev/dl)';
/** Programs of Debian, and the package that has each. */
const PACKAGES = {
  etcd: 'etcd-server',
  containerd: 'containerd',
  runc: 'runc',
  '/usr/lib/cni/ptp': 'containernetworking-plugins',
  '/bin/busybox': 'busybox-static',
  iptables: 'iptables',
  ipset: 'ipset',
  conntrack: 'conntrack',
  ip: 'iproute2',
  openssl: 'openssl',
  psql: 'postgresql-client',
  'redis-cli': 'redis-tools',
};

/** What a cluster on kind lacks, in words. */
export function missingForKind(go: string | undefined): string[] {
  return go === undefined ? [GO] : [];
}

/** What a cluster that is made here lacks, in words. */
export function missingOnMachine(go: string | undefined): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return ['kind, or Linux and to be root'];
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  const packages = `packages of Debian (apt-get install ${missing.join(' ')})`;
  return [...missingForKind(go), ...(missing.length > 0 ? [packages] : [])];
}

/** Whether a program is installed. */
export function isThere(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];
  if (program.startsWith('/')) return existsSync(program);
  return folders.some((folder) => existsSync(`${folder}/${program}`));
}
