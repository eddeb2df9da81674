// The commands beyond npm test and npm run check, and the files of the repository whose change needs them.
import { matchesGlob } from 'node:path';

export interface FurtherCommand {
  command: string;
  proves: string;
  /** Glob patterns of paths in the repository. */
  paths: readonly string[];
}

/** The one table: .ci/run reads it, and a release needs all of the commands (scripts/workflows.spec.ts). */
export const FURTHER_COMMANDS: readonly FurtherCommand[] = [
  {
    command: 'npm run test:faults',
    proves: 'nothing accepted is lost or doubled, whatever is killed',
    paths: [
      'apps/*/src/{queue,leases,endings,fetching}/**',
      'libs/platform/src/{jobs,outbox,events}/**',
      'test/faults/**',
    ],
  },
  {
    command: 'npm run test:zones',
    proves: 'nothing accepted is lost or doubled while a zone of the state fails',
    paths: [
      'libs/platform/src/{database,events,fast,jobs,messaging}/**',
      'test/faults/{topology,scenarios/zones}/**',
    ],
  },
  {
    command: 'npm run test:cells',
    proves: 'two cells are one installation, and keep apart what is theirs',
    paths: ['apps/auth/src/{cells,moves}/**', 'test/cells/**'],
  },
  {
    command: 'npm run test:console',
    proves: 'all flows of a person in a browser',
    paths: ['apps/console/**'],
  },
  {
    command: 'npm run test:full',
    proves: 'full sizes, random seeds and bounds of time',
    paths: ['apps/*/src/migrations/**', '{apps,libs}/**/*.store.ts', 'libs/testing/src/{property,size}/**'],
  },
  {
    command: 'npm run test:compose',
    proves: 'the image and docker-compose.yml',
    paths: ['{.dockerignore,Dockerfile,docker-compose.yml}', 'deploy/**', 'scripts/{compose.ts,compose/**}'],
  },
  {
    command: 'npm run test:helm',
    proves: 'the chart, by Helm itself',
    paths: ['k8s/{base,components,chart,validate/chart}/**'],
  },
  {
    command: 'npm run test:cluster',
    proves: 'the manifests on a real cluster',
    paths: ['k8s/{base,components,overlays,examples}/**', 'k8s/release.sh', '{scripts,test}/cluster/**'],
  },
  {
    command: 'npm run check:full',
    proves: 'the types, by the compiler that builds, and that the check of the manifests reports faults',
    paths: [
      '{package-lock.json,.oxlintrc.jsonc}',
      '**/tsconfig*.json',
      'k8s/{base,components,overlays,examples,validate}/**',
    ],
  },
  {
    command: 'npm run bench',
    proves: 'our throughput beside that of the plainest program',
    paths: ['libs/platform/src/fast/**', 'test/bench/**'],
  },
];

/** The commands that a change of these files needs, each with the first of them. */
export function furtherCommandsFor(files: readonly string[]): (FurtherCommand & { file: string })[] {
  return FURTHER_COMMANDS.flatMap((further) => {
    const file = files.find((path) => further.paths.some((pattern) => matchesGlob(path, pattern)));
    return file === undefined ? [] : [{ ...further, file }];
  });
}
