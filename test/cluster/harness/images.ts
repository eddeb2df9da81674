// Makes the images of the cluster with Docker.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { projectFile } from '#testing/servers';
import { docker, missingImages } from '../../../scripts/compose/engine.ts';

/** Of these kind lacks the programs too. */
const ADD_ONS = ['shelfscribe/keda:test', 'shelfscribe/metrics-server:test'];
/** Images that have programs of this machine, which need nothing else. */
const SMALL = {
  /** Holds the namespaces of a pod. */
  'shelfscribe/pause:test': { programs: ['/bin/busybox'], command: ['/busybox', 'sleep', 'infinity'] },
  'shelfscribe/name-server:test': { programs: ['name-server'], command: ['/name-server'] },
  'shelfscribe/keda:test': { programs: ['operator', 'adapter'], command: ['/operator'] },
  'shelfscribe/metrics-server:test': { programs: ['metrics-server'], command: ['/metrics-server'] },
};
/** How Docker builds our Dockerfile. */
const KIT = { DOCKER_BUILDKIT: '1' };
/** The user of Postgres in the manifests, which is that of its image. */
const POSTGRES_USER = '70';

/** Makes the images, those of the machine only where kind does not bring its own; gives their names. Throws when one is neither here nor in a registry. */
export async function makeImages(built: string, folder: string, onKind: boolean): Promise<string[]> {
  const manifest = readFileSync(projectFile('k8s/overlays/local/state.yaml'), 'utf8');
  const servers = [...new Set([...manifest.matchAll(/image: (\S+)/g)].map(([, tag = '']) => tag))];
  const missing = await missingImages(servers);
  if (missing.length > 0)
    throw new Error(`These images are neither present nor available: ${missing.join(', ')}`);
  await docker(['build', '--quiet', '--tag', 'shelfscribe:local', '.'], KIT);
  await makeNext(folder);
  for (const [tag, { programs, command }] of Object.entries(SMALL)) {
    if (onKind && !ADD_ONS.includes(tag)) continue;
    const context = join(folder, tag.replaceAll(/\W/g, '-'));
    mkdirSync(context, { recursive: true });
    for (const program of programs) copyFileSync(resolve(built, program), join(context, basename(program)));
    const lines = ['FROM scratch', `COPY ${programs.map((program) => basename(program)).join(' ')} /`];
    writeFileSync(
      join(context, 'Dockerfile'),
      [...lines, `ENTRYPOINT ${JSON.stringify(command)}`].join('\n'),
    );
    await docker(['build', '--quiet', '--tag', tag, context]);
  }
  for (const tag of servers.filter((name) => name.startsWith('postgres:'))) await knowUser(tag, folder);
  const small = Object.keys(SMALL).filter((tag) => !onKind || ADD_ONS.includes(tag));
  return ['shelfscribe:local', 'shelfscribe:next', ...small, ...servers];
}

/** Writes images into one file. */
export async function saveImages(images: readonly string[], file: string): Promise<void> {
  await docker(['save', '--output', file, ...images]);
}

/** A stand-in made from Debian's packages has another number for the user of Postgres, which cannot run as a stranger. */
async function knowUser(tag: string, folder: string): Promise<void> {
  const entry = await docker(['run', '--rm', '--entrypoint', 'cat', tag, '/etc/passwd']);
  if (entry.includes(`:${POSTGRES_USER}:`)) return;
  const line = `postgres70:x:${POSTGRES_USER}:${POSTGRES_USER}::/tmp:/bin/sh`;
  const context = join(folder, 'postgres');
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'Dockerfile'), `FROM ${tag}\nRUN echo '${line}' >>/etc/passwd\n`);
  await docker(['build', '--quiet', '--tag', tag, context]);
}

/** The next release: the same, with one migration more, which adds an index as the house's recipe has it. */
const NEXT = `
class Next1899999999999 {
  name = 'Next1899999999999';
  transaction = false;
  async up(runner) {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS product_next');
    await runner.query('CREATE INDEX CONCURRENTLY product_next ON product (workspace_id, id) WHERE version > 1');
  }
}
MIGRATIONS.push(Next1899999999999);
`;

const BUILD_NEXT = `
FROM shelfscribe:build AS next
COPY next.js /tmp/
RUN cat /tmp/next.js >> dist/apps/catalogue/src/migrations/index.js && node scripts/setup/bundle.mjs
FROM shelfscribe:local
COPY --from=next /shelfscribe/dist/bundles dist/bundles
`;

async function makeNext(folder: string): Promise<void> {
  const context = join(folder, 'next');
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'next.js'), NEXT);
  writeFileSync(join(context, 'Dockerfile'), BUILD_NEXT);
  await docker(['build', '--quiet', '--target', 'build', '--tag', 'shelfscribe:build', '.'], KIT);
  await docker(['build', '--quiet', '--tag', 'shelfscribe:next', context]);
}
