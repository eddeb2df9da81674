// Workflows run what exists and all that a release needs, pin what they use and have few rights; the image's labels agree with package.json.
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { FURTHER_COMMANDS } from './check/further-commands.ts';

interface Job {
  permissions?: Record<string, string>;
  uses?: string;
  needs?: string | string[];
  strategy?: { matrix: { command: string[] } };
  steps?: Step[];
}
interface Step {
  uses?: string;
  run?: string;
  if?: string;
  with?: Record<string, unknown>;
}

const CI = '.github/workflows/ci.yml';
const NIGHTLY = '.github/workflows/nightly.yml';
const RELEASE = '.github/workflows/release.yml';
const files = globSync('.github/workflows/*.yml').toSorted();
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const workflows = new Map(
  [...texts].map(([file, text]) => [file, parse(text) as { permissions: object; jobs: Record<string, Job> }]),
);
const jobs = [...workflows].flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);

/** The npm scripts that the jobs of a workflow run. */
function scriptsOf(file: string): string[] {
  const ofWorkflow = jobs.filter(({ name }) => name.startsWith(`${file} `));
  return ofWorkflow.flatMap(({ job: { steps = [], strategy } }) => {
    const called = steps.flatMap(({ run = '' }) => [
      ...run.matchAll(/\bnpm (?:run )?([\w:]+|[$][{][{] matrix[.]command [}][}])/g),
    ]);
    return called.flatMap(([, name = '']) =>
      name.startsWith('$') ? (strategy?.matrix.command ?? []) : [name],
    );
  });
}

it('are ci, nightly and release', () => {
  expect(files).toEqual([CI, NIGHTLY, RELEASE]);
});

it('call only npm scripts that exist', () => {
  const names = files.flatMap(scriptsOf);
  expect(names).toEqual(expect.arrayContaining(['check', 'test', 'test:compose', 'test:full']));
  expect(names.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it('call scripts that install their packages, for a job installs none', () => {
  const commands: Record<string, string> = packageJson.scripts;
  const others = files
    .flatMap(scriptsOf)
    .filter((name) => !/^(?:exec scripts\/run|node scripts\/setup\.mjs) /.test(commands[name] ?? ''));
  expect(others).toEqual([]);
});

it('run each further command before a release', () => {
  const jobs = workflows.get(RELEASE)?.jobs ?? {};
  expect(jobs.image?.needs).toEqual(['ci', 'nightly']);
  expect([jobs.ci?.uses, jobs.nightly?.uses]).toEqual([`./${CI}`, `./${NIGHTLY}`]);
  const names = [CI, NIGHTLY].flatMap(scriptsOf).map((name) => `npm run ${name}`);
  expect(names).toEqual(expect.arrayContaining(FURTHER_COMMANDS.map(({ command }) => command)));
});

it('run the further commands of nightly by a clock', () => {
  expect(parse(texts.get(NIGHTLY) ?? '')).toMatchObject({
    on: { schedule: [{ cron: expect.stringMatching(/^\d+ \d+ [*] [*] [*]$/) }] },
  });
});

it.each([`${CI} test`, `${NIGHTLY} further`])(
  'keep the record of flaky tests of %s, also of a failed run',
  (name) => {
    const steps = jobs.find((job) => job.name === name)?.job.steps ?? [];
    const uploads = steps.filter(({ uses = '' }) => uses.startsWith('actions/upload-artifact@'));
    const path = '.local/flaky.json';
    expect(uploads).toMatchObject([{ if: 'always()', with: { path, 'include-hidden-files': true } }]);
    const caches = steps.filter(({ uses = '' }) => uses.startsWith('actions/cache@'));
    expect(caches).toMatchObject([{ with: { path } }]);
  },
);

it('pin each action of others by commit, with the version in a comment', () => {
  const used = [...texts.values()].flatMap((text) => [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)]);
  const actions = used.map(([, action = '']) => action).filter((action) => !action.startsWith('./'));
  expect(actions.length).toBeGreaterThan(5);
  expect(
    actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+[.]\d+[.]\d+$/.test(action)),
  ).toEqual([]);
});

it('may only read, but for the job that publishes the image', () => {
  for (const { permissions } of workflows.values()) expect(permissions).toEqual({ contents: 'read' });
  const more = jobs.filter(({ job }) => job.permissions).map(({ name, job }) => [name, job.permissions]);
  expect(more).toEqual([[`${RELEASE} image`, { contents: 'read', packages: 'write', 'id-token': 'write' }]]);
});

it('build an image whose labels are those of package.json', () => {
  const labels = readFileSync('Dockerfile', 'utf8').matchAll(
    /org[.]opencontainers[.]image[.](\w+)="([^"]*)"/g,
  );
  expect(Object.fromEntries([...labels].map(([, name, value]) => [name, value]))).toMatchObject({
    title: packageJson.name,
    version: packageJson.version,
    licenses: packageJson.license,
  });
});

it('agree with all that names the version of the last release', () => {
  const matched = (file: string, pattern: RegExp): string | undefined =>
    pattern.exec(readFileSync(file, 'utf8'))?.[1];
  const found = {
    client: matched('libs/client/package.json', /"version": "(.*)"/),
    requests: matched('libs/contracts/released.json', /"release": "(.*)"/),
    staging: matched('k8s/overlays/staging/kustomization.yaml', /newTag: (\S+) /),
    chart: matched('k8s/chart/Chart.yaml', /^appVersion: (.*)$/m),
    changes: matched('CHANGELOG.md', /^## (\S+) – \d{4}-\d{2}-\d{2}$/m),
  };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, packageJson.version])));
  // What is not released yet has a higher version, whose date comes with the release.
  const next = matched('CHANGELOG.md', /^## (\S+) – Unreleased$/m);
  expect(next === undefined || next.localeCompare(packageJson.version, 'en', { numeric: true }) > 0).toBe(
    true,
  );
  const licences = ['package.json', 'libs/client/package.json'].map((file) =>
    matched(file, /"license": "(.*)"/),
  );
  expect(new Set(licences)).toEqual(new Set([packageJson.license]));
});

it('build the image for both kinds of processors that clusters have, without emulation', () => {
  const build = jobs
    .find(({ name }) => name === `${RELEASE} image`)
    ?.job.steps?.find(({ uses = '' }) => uses.startsWith('docker/build-push-action'));
  expect(build?.with?.platforms).toBe('linux/amd64,linux/arm64');
  const stages = [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (.*)$/gm)].map(([, from]) => from);
  expect(stages.slice(0, -1).filter((from = '') => !from.startsWith('--platform=$BUILDPLATFORM '))).toEqual(
    [],
  );
  expect(stages.at(-1)).not.toContain('--platform');
});
