// Makes what the parts of the cluster know each other by: an authority with certificates, tokens, and files that name both.
import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Who may do what, by the roles that Kubernetes itself brings. */
const USERS = {
  admin: { user: 'admin', group: 'system:masters' },
  'controller-manager': { user: 'system:kube-controller-manager', group: '' },
  scheduler: { user: 'system:kube-scheduler', group: '' },
  proxy: { user: 'system:kube-proxy', group: '' },
  node: { user: 'system:node:node-1', group: 'system:nodes' },
} as const;

/** A part of the cluster that asks the API server. */
export type User = keyof typeof USERS;

/** The names by which the API server is asked: on its machine, and in pods. */
const SERVER_NAMES = 'IP:127.0.0.1,IP:172.30.0.1,IP:10.96.0.1,DNS:localhost,DNS:kubernetes.default.svc';

/** Files of one cluster, all in one folder. */
export class Credentials {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes them. */
  static async make(folder: string): Promise<Credentials> {
    const credentials = new Credentials(folder);
    await credentials.#certificate('ca', ['-subj', '/CN=cluster', '-addext', 'keyUsage=keyCertSign']);
    await credentials.#signed('server', '/CN=kube-apiserver', ['-addext', `subjectAltName=${SERVER_NAMES}`]);
    await credentials.#signed('kubelet-client', '/O=system:masters/CN=kube-apiserver');
    await credentials.#signed('aggregator', '/CN=aggregator');
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    credentials.#write('service-accounts.key', privateKey);
    credentials.#write('service-accounts.pub', publicKey);
    const lines = Object.entries(USERS).map(([name, { user, group }]) => {
      const token = randomBytes(24).toString('hex');
      credentials.#write(`${name}.kubeconfig`, JSON.stringify(credentials.#kubeconfig(token)));
      return `${token},${user},${name},"${group}"`;
    });
    credentials.#write('tokens.csv', lines.join('\n'));
    return credentials;
  }

  /** Full path of one of the files. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  /** The file that names the API server and says who asks. */
  kubeconfig(user: User): string {
    return this.file(`${user}.kubeconfig`);
  }

  #kubeconfig(token: string): object {
    const authority = readFileSync(this.file('ca.crt')).toString('base64');
    const server = 'https://127.0.0.1:6443';
    return {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'cluster', cluster: { server, 'certificate-authority-data': authority } }],
      users: [{ name: 'user', user: { token } }],
      contexts: [{ name: 'cluster', context: { cluster: 'cluster', user: 'user' } }],
      'current-context': 'cluster',
    };
  }

  #signed(name: string, subject: string, more: readonly string[] = []): Promise<void> {
    const by = ['-CA', this.file('ca.crt'), '-CAkey', this.file('ca.key')];
    return this.#certificate(name, [
      '-subj',
      subject,
      '-addext',
      'basicConstraints=CA:FALSE',
      ...by,
      ...more,
    ]);
  }

  async #certificate(name: string, more: readonly string[]): Promise<void> {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const where = ['-keyout', this.file(`${name}.key`), '-out', this.file(`${name}.crt`)];
    await promisify(execFile)('openssl', ['req', '-x509', ...kind, ...where, ...more]);
  }

  #write(name: string, text: string): void {
    writeFileSync(this.file(name), text, { mode: 0o600 });
  }
}
