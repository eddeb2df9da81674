// Starts etcd and the control plane on the machine.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Child } from '#testing/processes';
import { until } from '#testing/until';
import type { Credentials } from './certificates.ts';
import type { Kubectl } from './kubectl.ts';

/** Addresses of Services; 10.96.0.1 is the API server, 10.96.0.10 the name server. */
const SERVICES = '10.96.0.0/16';
/** Addresses of pods. The node gets the first 254 of them. */
const PODS = '10.244.0.0/16';
const ETCD = 'http://127.0.0.1:2379';

/** Where the programs are, and where a part may write. */
export interface Place {
  programs: string;
  folder: string;
}

/** Starts a program of the cluster; resolves when it has written the line that says that it is ready. */
export function start(place: Place, program: string, args: readonly string[], ready: RegExp): Promise<Child> {
  const spec: Parameters<typeof Child.start>[0] = {
    name: program,
    command: program === 'etcd' || program === 'containerd' ? program : join(place.programs, program),
    args,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: place.folder, LC_ALL: 'C' },
    ready,
    readyMs: 300_000,
    stopSignal: 'SIGTERM',
    stopMs: 10_000,
  };
  return Child.start(spec, {
    exit: (child, how) => console.error(`${child.name} ended: ${how}\n${child.lastLines}`),
  });
}

/** Starts it; resolves when the API server is ready. */
export async function startControlPlane(
  place: Place,
  credentials: Credentials,
  kubectl: Kubectl,
): Promise<void> {
  const data = join(place.folder, 'etcd');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const client = ['--listen-client-urls', ETCD, '--advertise-client-urls', ETCD];
  const peers = ['--listen-peer-urls', 'http://127.0.0.1:2380'];
  await start(
    place,
    'etcd',
    ['--data-dir', data, ...client, ...peers, '--unsafe-no-fsync'],
    /ready to serve client requests/,
  );
  await start(place, 'kube-apiserver', serverArguments(credentials), /Serving securely on/);
  const isReady = async (): Promise<boolean> => (await kubectl.ask(['get', '--raw', '/readyz'])).code === 0;
  await until('the API server is ready', isReady, { withinMs: 120_000, everyMs: 500 });
  const managers = controllerArguments(credentials);
  await start(place, 'kube-controller-manager', managers, /Serving securely on/);
  const scheduler = ['--kubeconfig', credentials.kubeconfig('scheduler'), '--leader-elect=false'];
  await start(place, 'kube-scheduler', scheduler, /Serving securely on/);
}

function serverArguments(credentials: Credentials): string[] {
  const options = {
    'etcd-servers': ETCD,
    'advertise-address': '172.30.0.1',
    'tls-cert-file': credentials.file('server.crt'),
    'tls-private-key-file': credentials.file('server.key'),
    'client-ca-file': credentials.file('ca.crt'),
    'token-auth-file': credentials.file('tokens.csv'),
    'authorization-mode': 'Node,RBAC',
    'enable-admission-plugins': 'NodeRestriction',
    'service-cluster-ip-range': SERVICES,
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': credentials.file('service-accounts.pub'),
    'service-account-signing-key-file': credentials.file('service-accounts.key'),
    'kubelet-client-certificate': credentials.file('kubelet-client.crt'),
    'kubelet-client-key': credentials.file('kubelet-client.key'),
    'kubelet-preferred-address-types': 'InternalIP',
    // What the API server hands on to metrics-server and KEDA, it signs as this.
    'requestheader-client-ca-file': credentials.file('ca.crt'),
    'requestheader-allowed-names': 'aggregator',
    'requestheader-username-headers': 'X-Remote-User',
    'requestheader-group-headers': 'X-Remote-Group',
    'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
    'proxy-client-cert-file': credentials.file('aggregator.crt'),
    'proxy-client-key-file': credentials.file('aggregator.key'),
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}

function controllerArguments(credentials: Credentials): string[] {
  const options = {
    kubeconfig: credentials.kubeconfig('controller-manager'),
    'root-ca-file': credentials.file('ca.crt'),
    'service-account-private-key-file': credentials.file('service-accounts.key'),
    'use-service-account-credentials': 'true',
    'allocate-node-cidrs': 'true',
    'cluster-cidr': PODS,
    'leader-elect': 'false',
    // The defaults are 5 minutes: a test that replaces a pod would wait for them.
    'horizontal-pod-autoscaler-downscale-stabilization': '30s',
  };
  return Object.entries(options).map(([name, value]) => `--${name}=${value}`);
}
