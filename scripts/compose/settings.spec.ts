// The settings of docker-compose.yml: every documented one can be given by the shell or an environment file, by its own name.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFile, REDIS_USERS } from '#testing/servers';
import { PROCESSES } from '../../k8s/validate/checks/environment.check.ts';

/** What follows from the containers, their volumes and the servers beside them. */
const DECIDED = [
  'OPS_PORT',
  'OPS_HOST',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'PICTURE_SOURCES',
  'TOKEN_ISSUER',
  'SHUTDOWN_MS',
  'REVISION',
  'DATABASE_URL',
  'DATABASE_SYSTEM_URL',
  'REDIS_URL',
  'NATS_URL',
  'NATS_USER',
  'NATS_PASSWORD',
  'CONSOLE_DIR',
  'SANDBOX_PRODUCTS',
  'SANDBOX_PUBLIC_URL',
  'SANDBOX_MODELS_URL',
  'SANDBOX_CLIENT_ID',
  'LOCAL_MODEL_ENGINE',
];

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        command: z.union([z.string(), z.array(z.string())]).optional(),
        restart: z.string().optional(),
        environment: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
      }),
    ),
  })
  .parse(parse(readFileSync(projectFile('docker-compose.yml'), 'utf8'), { merge: true }));

it('no server has a door for all processes without a password', () => {
  const { nats, grafana } = compose.services;
  expect(nats?.command).toEqual(['nats-server', '-c', '/files/compose.conf', '-sd', '/data']);
  expect(readFileSync(projectFile('deploy/nats/compose.conf'), 'utf8')).toMatch(/^http: "127.0.0.1:8222"$/m);
  expect(grafana?.environment?.['GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION']).toBe('true');
});

it('what goes on comes back after a restart of the machine', () => {
  const goesOn = (name: string): boolean =>
    name in PROCESSES || /^(postgres|redis|nats|grafana|prometheus|jaeger)$/.test(name);
  const found = Object.entries(compose.services).filter(([name]) => goesOn(name));
  expect(found.length).toBeGreaterThan(12);
  for (const [name, { restart }] of found) expect([name, restart]).toEqual([name, 'unless-stopped']);
});

it('tasks of the demo account are begun anew a few times when their database is not there yet', () => {
  const tasks = Object.entries(compose.services).filter(([name]) => name.startsWith('demo-'));
  expect(tasks).toHaveLength(3);
  for (const [name, { restart }] of tasks) expect([name, restart]).toEqual([name, 'on-failure:5']);
});

it.each(REDIS_USERS)('%s uses Redis as itself', (app) => {
  const password = `REDIS_PASSWORD_${app.toUpperCase().replaceAll('-', '_')}`;
  expect(compose.services[app]?.environment?.['REDIS_URL']).toBe(`redis://${app}:\${${password}}@redis:6379`);
});

it.each(Object.keys(PROCESSES))('%s can be given each of its settings', (app) => {
  const { environment = {} } = compose.services[app] ?? {};
  const isGiven = (name: string): boolean => {
    const value = environment[name];
    // Without a value, Compose takes the variable of this name.
    return (
      value === null || (typeof value === 'string' && new RegExp(`^\\$\\{${name}(:[-+].*)?\\}$`).test(value))
    );
  };
  const settable = Object.keys(PROCESSES[app]?.shape ?? {}).filter((name) => !DECIDED.includes(name));
  expect(settable.filter((name) => !isGiven(name))).toEqual([]);
});
