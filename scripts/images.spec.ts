// The images of others that we build from and run: each names its version, and Dependabot finds and moves it.
import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

/** A file with images, and the ecosystem and the folder by which Dependabot reads it. */
const SOURCES = [
  { file: 'Dockerfile', ecosystem: 'docker', folder: '/' },
  { file: 'docker-compose.yml', ecosystem: 'docker-compose', folder: '/' },
  { file: 'k8s/overlays/local/state.yaml', ecosystem: 'docker', folder: '/k8s/overlays/local' },
];
/** A name with a tag, and a digest where one was put. */
const IMAGE = /^[a-z][\w./-]*:(?<tag>[\w][\w.-]*)(?<digest>@sha256:[0-9a-f]{64})?$/;

const images = SOURCES.flatMap(({ file }) => imagesOf(file).map((image) => ({ file, image })));

function imagesOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (file === 'Dockerfile')
    return [...text.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, image = '']) => image);
  const found: string[] = [];
  for (const document of parseAllDocuments(text, { merge: true }))
    JSON.stringify(document.toJS(), (key, value: unknown) => {
      if (key === 'image' && typeof value === 'string') found.push(value);
      return value;
    });
  return found.filter((image) => !image.startsWith('shelfscribe:'));
}

it('name a version', () => {
  expect(new Set(images.map(({ file }) => file))).toEqual(new Set(SOURCES.map(({ file }) => file)));
  const vague = images.filter(({ image }) => {
    const tag = IMAGE.exec(image)?.groups?.['tag'] ?? 'latest';
    return !/\d/.test(tag) && !/:nonroot(@|$)/.test(image);
  });
  expect(vague).toEqual([]);
});

it('have digests, all of them, as soon as one has', () => {
  const tagged = images.filter(({ image }) => IMAGE.exec(image)?.groups?.['digest'] === undefined);
  expect([0, images.length]).toContain(tagged.length);
});

it('are the same in Compose and in the cluster of one machine', () => {
  const composed = new Set(imagesOf('docker-compose.yml'));
  expect(imagesOf('k8s/overlays/local/state.yaml').filter((image) => !composed.has(image))).toEqual([]);
});

it('are moved by Dependabot', () => {
  const { updates } = parse(readFileSync('.github/dependabot.yml', 'utf8')) as {
    updates: { 'package-ecosystem': string; directory?: string; directories?: string[] }[];
  };
  const read = updates.flatMap(({ 'package-ecosystem': ecosystem, directory, directories }) =>
    [directory ?? [], directories ?? []].flat().map((folder) => `${ecosystem} ${folder}`),
  );
  expect(read).toEqual(expect.arrayContaining(SOURCES.map((one) => `${one.ecosystem} ${one.folder}`)));
});
