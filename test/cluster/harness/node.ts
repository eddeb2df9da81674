// Starts the node: containerd, the kubelet, and what carries the traffic of Services.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '#testing/until';
import type { Credentials } from './certificates.ts';
import { CONTROL_GROUP, makeControlGroups } from './control-groups.ts';
import { start, type Place } from './control-plane.ts';
import type { Kubectl } from './kubectl.ts';

const SOCKET = '/run/containerd/containerd.sock';
/** The image of the container that holds the namespaces of a pod. */
const PAUSE = 'docker.io/shelfscribe/pause:test';

const CONTAINERD = `
version = 2
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE}"
  # A root without CAP_SYS_RESOURCE, as in many containers, may not make a process less likely to be killed.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
`;

/** One cable for each pod, and routes between them, so that all traffic passes the rules of this machine. */
const NETWORK = {
  cniVersion: '0.4.0',
  name: 'cluster',
  plugins: [
    {
      type: 'ptp',
      ipMasq: true,
      ipam: { type: 'host-local', ranges: [[{ subnet: '10.244.0.0/24' }]], routes: [{ dst: '0.0.0.0/0' }] },
    },
  ],
};

/** Starts it; resolves when the node is ready for pods. */
export async function startNode(place: Place, credentials: Credentials, kubectl: Kubectl): Promise<void> {
  const write = (name: string, content: string | object): string => {
    const file = join(place.folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  mkdirSync('/etc/cni/net.d', { recursive: true });
  writeFileSync('/etc/cni/net.d/10-cluster.conflist', JSON.stringify(NETWORK));
  makeControlGroups();
  await start(
    place,
    'containerd',
    ['--config', write('containerd.toml', CONTAINERD)],
    /containerd successfully booted/,
  );
  const load = ['-n', 'k8s.io', 'images', 'import', join(place.folder, 'images.tar')];
  await promisify(execFile)('ctr', load);
  const resolver = write('resolv.conf', '');
  const kubelet = write('kubelet.json', kubeletSettings(credentials, resolver));
  const names = ['--hostname-override=node-1', '--node-ip=172.30.0.1'];
  const asNode = ['--kubeconfig', credentials.kubeconfig('node')];
  await start(place, 'kubelet', ['--config', kubelet, ...asNode, ...names], /Started kubelet/);
  const proxy = write('kube-proxy.json', proxySettings(credentials));
  await start(place, 'kube-proxy', ['--config', proxy, '--hostname-override=node-1'], /Caches are synced/);
  const wait = ['wait', '--for=condition=ready', 'node/node-1', '--timeout=10s'];
  const isReady = async (): Promise<boolean> => (await kubectl.ask(wait)).code === 0;
  await until('the node is ready', isReady, { withinMs: 120_000, everyMs: 1000 });
}

function kubeletSettings(credentials: Credentials, resolvConf: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: credentials.file('ca.crt') },
    },
    authorization: { mode: 'Webhook' },
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${CONTROL_GROUP}`,
    failCgroupV1: false,
    clusterDNS: ['10.96.0.10'],
    clusterDomain: 'cluster.local',
    containerRuntimeEndpoint: `unix://${SOCKET}`,
    resolvConf,
    // The disk is that of a developer; it may be nearly full.
    evictionHard: { 'memory.available': '200Mi' },
    imageGCHighThresholdPercent: 100,
  };
}

function proxySettings(credentials: Credentials): object {
  return {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    clientConnection: { kubeconfig: credentials.kubeconfig('proxy') },
    mode: 'iptables',
    clusterCIDR: '10.244.0.0/16',
    // The kernel lets a network namespace read these limits, but not set them.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
}
