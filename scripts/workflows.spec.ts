// Workflows run what exists, pin what they use and have few rights; the image's labels agree with package.json.
import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

interface Job {
  permissions?: Record<string, string>;
  uses?: string;
  steps?: { uses?: string; run?: string }[];
}

const files = globSync('.github/workflows/*.yml').toSorted();
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const workflows = new Map(
  [...texts].map(([file, text]) => [file, parse(text) as { permissions: object; jobs: Record<string, Job> }]),
);
const jobs = [...workflows].flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${file} ${name}`, job })),
);

it('are ci and release', () => {
  expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']);
});

it('call only npm scripts that exist', () => {
  const called = jobs.flatMap(({ job }) =>
    (job.steps ?? []).flatMap(({ run = '' }) => [...run.matchAll(/\bnpm (?:run )?([\w:]+)/g)]),
  );
  const names = called.map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['check', 'test', 'test:compose']));
  expect(names.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it('pin each action of others by commit, with the version in a comment', () => {
  const used = [...texts.values()].flatMap((text) => [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)]);
  const actions = used.map(([, action = '']) => action).filter((action) => !action.startsWith('./'));
  expect(actions.length).toBeGreaterThan(5);
  expect(
    actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+[.]\d+[.]\d+$/.test(action)),
  ).toEqual([]);
});

it('may only read, but for the job that publishes the image', () => {
  expect([...workflows.values()].map(({ permissions }) => permissions)).toEqual([
    { contents: 'read' },
    { contents: 'read' },
  ]);
  const more = jobs.filter(({ job }) => job.permissions).map(({ name, job }) => [name, job.permissions]);
  expect(more).toEqual([
    ['.github/workflows/release.yml image', { contents: 'read', packages: 'write', 'id-token': 'write' }],
  ]);
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
