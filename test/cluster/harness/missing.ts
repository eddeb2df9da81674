// Finds out what this machine lacks for a cluster.
import { existsSync } from 'node:fs';

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
};

/** What is missing, in words. */
export function missingOnMachine(go: string | undefined): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return ['Linux, and to be root'];
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];
  const isThere = (program: string): boolean =>
    program.startsWith('/')
      ? existsSync(program)
      : folders.some((folder) => existsSync(`${folder}/${program}`));
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (isThere(program) ? [] : [name]));
  return [
    ...(go === undefined ? ['Go (https://go.dev/dl)'] : []),
    ...(missing.length > 0 ? [`packages of Debian (apt-get install ${missing.join(' ')})`] : []),
  ];
}
