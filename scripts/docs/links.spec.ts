// A link of a Markdown file that leads nowhere is found, whatever its form, and one that leads somewhere is not.
import { anchorsOf, findDeadLinks } from './links.ts';

/** The dead links of README.md, in a repository that has it, one more page with the heading "What it does" and a picture. */
function deadLinksOf(text: string): string[] {
  const pages = new Map([
    ['README.md', text],
    ['docs/guide.md', '# Guide\n\n## What it does, and `why`\n'],
  ]);
  const files = [...pages.keys(), 'docs', 'docs/screens/one.png', 'apps/auth/src/main.ts'];
  return findDeadLinks({ pages, exists: (path) => files.includes(path.replace(/\/$/, '')) });
}

it.each([
  '[a guide](docs/guide.md)',
  '[a chapter](docs/guide.md#what-it-does-and-why)',
  '# Here\n\n[this page](#here)',
  '![a picture](docs/screens/one.png "One")',
  '[![a picture](docs/screens/one.png)](docs/guide.md)',
  '[a folder](docs/)',
  '<img src="docs/screens/one.png">',
  '[a guide][1]\n\n[1]: docs/guide.md',
  '[another site](https://example.com/nothing) or <http://localhost:3000/docs>',
  'Code: `[a](nothing.md)`, and\n\n```md\n[a](nothing.md)\n```',
  'The file `apps/auth/src/main.ts`, and any `apps/<app>/src/nothing.ts` or `libs/*/src`.',
])('%j leads somewhere', (text) => {
  expect(deadLinksOf(text)).toEqual([]);
});

it.each([
  ['[a guide](docs/nothing.md)', 'docs/nothing.md'],
  ['[a guide](guide.md)', 'guide.md'],
  ['[a chapter](docs/guide.md#nothing)', 'docs/guide.md#nothing'],
  ['[this page](#nothing)', '#nothing'],
  ['[a line](apps/auth/src/main.ts#nothing)', 'apps/auth/src/main.ts#nothing'],
  ['[from the root](/docs/guide.md)', '/docs/guide.md'],
  ['![a picture](docs/screens/two.png)', 'docs/screens/two.png'],
  ['[![a picture](docs/screens/one.png)](nothing.md)', 'nothing.md'],
  ['<img src="docs/screens/two.png">', 'docs/screens/two.png'],
  ['[a guide][1]\n\n[1]: docs/nothing.md', 'docs/nothing.md'],
])('%j leads nowhere', (text, target) => {
  expect(deadLinksOf(text)).toEqual([expect.stringContaining(`the link to ${target} leads nowhere.`)]);
});

it('names the file and the line, also after code', () => {
  expect(deadLinksOf('```sh\nnpm start\n```\n\n[a](b.md)')).toEqual([
    'README.md:5: the link to b.md leads nowhere.',
  ]);
});

it('knows paths from the root and from the folder of the page', () => {
  const pages = new Map([
    ['apps/auth/README.md', '`apps/auth/src/main.ts` starts it, `test/more/` tests it.'],
  ]);
  const exists = (path: string) => ['apps/auth/src/main.ts', 'apps/auth/test/more/'].includes(path);
  expect(findDeadLinks({ pages, exists })).toEqual([]);
});

it('finds a path that a text names and the repository lacks', () => {
  expect(deadLinksOf('See `apps/auth/src/nothing.ts`.')).toEqual([
    'README.md:1: there is no apps/auth/src/nothing.ts.',
  ]);
});

it('makes anchors as GitHub does', () => {
  const text =
    '# A [link](b.md) & more\n\n## Same\n\n## Same\n\n```sh\n# no heading\n```\n\n<a id="own"></a>\n';
  expect([...anchorsOf(text)].toSorted()).toEqual(['a-link--more', 'own', 'same', 'same-1']);
});
