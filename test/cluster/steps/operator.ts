// A person on call: has the rights of k8s/components/operators, the users of the servers, and the commands of the pages.
import { spawn } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '#testing/until';
import { projectFile } from '#testing/servers';
import { Kubectl } from '../harness/kubectl.ts';
import { NAMESPACE } from './namespace.ts';
import type { Cluster } from './step.ts';

const SERVERS = { 'postgres-0': 5432, 'redis-0': 6379, 'nats-0': 4222 };
/** The users of tools and people, with the passwords of the local overlay. */
const USERS = {
  AUTH_SYSTEM_URL: 'postgres://auth_system:localauthsystem@127.0.0.1:5432/auth',
  CATALOGUE_SYSTEM_URL: 'postgres://catalogue_system:localcataloguesystem@127.0.0.1:5432/catalogue',
  GENERATIONS_SYSTEM_URL: 'postgres://generations_system:localgenerationssystem@127.0.0.1:5432/generations',
  NOTIFICATIONS_SYSTEM_URL:
    'postgres://notifications_system:localnotificationssystem@127.0.0.1:5432/notifications',
  REDIS_OPERATOR_URL: 'redis://operator:localredisoperator@127.0.0.1:6379',
  NATS_URL: 'nats://127.0.0.1:4222',
  NATS_USER: 'operator',
  NATS_PASSWORD: 'localnatsoperator',
};

/** Runs lines of a shell; gives what they print. Throws all that they print when one fails. */
export type Shell = (script: string) => Promise<string>;

/** Does something as a person of the group shelfscribe-operators, who reaches the servers by forwarded ports. */
export async function asOperator<T>(cluster: Cluster, work: (shell: Shell) => Promise<T>): Promise<T> {
  const role = projectFile('k8s/components/operators/role.yaml');
  await cluster.kubectl.run(['apply', '--namespace', NAMESPACE, '--filename', role]);
  const env = { ...cluster.env, ...USERS, KUBECONFIG: await kubeconfig(cluster) };
  const operator = new Kubectl(env);
  const forwards = await Promise.all(
    Object.entries(SERVERS).map(async ([pod, port]) => {
      const child = operator.start(['port-forward', '--namespace', NAMESPACE, `pod/${pod}`, String(port)]);
      await until(`${pod} is reached`, () => child.stdout.read() as unknown, { everyMs: 100 });
      return child;
    }),
  );
  try {
    return await work((script) => shell(script, cluster.folder, env));
  } finally {
    for (const forward of forwards) forward.kill();
  }
}

/** Runs lines of a shell as who deploys. */
export function asDeployer(cluster: Cluster, script: string): Promise<string> {
  return shell(script, cluster.folder, cluster.env);
}

/** The administrator's file, with the words that have the API server see a person of the group. */
async function kubeconfig({ kubectl, folder }: Cluster): Promise<string> {
  const config = JSON.parse(await kubectl.run(['config', 'view', '--raw', '--output', 'json'])) as {
    users: { user: object }[];
  };
  const person = { as: 'anna', 'as-groups': ['shelfscribe-operators', 'system:authenticated'] };
  for (const one of config.users) one.user = { ...one.user, ...person };
  const file = join(folder, 'operator.kubeconfig');
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  return file;
}

/** In a folder that has the manifests as the repository has them, and takes the files that a page writes. */
async function shell(script: string, folder: string, env: Record<string, string>): Promise<string> {
  if (!existsSync(join(folder, 'k8s'))) symlinkSync(projectFile('k8s'), join(folder, 'k8s'));
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
  child.stdin.end();
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code !== 0) throw new Error(`exit code ${code}:\n${script}\n${stdout}\n${stderr}`);
  return stdout.trim();
}
