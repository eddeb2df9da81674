// Compares the texts of the two languages: the same keys, and the same placeholders.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../', import.meta.url));

/** The placeholders of each text, sorted, by the path of its key; Chinese has one form for all numbers. */
function placeholders(texts: object, path = ''): Record<string, string[]> {
  const entries = Object.entries(texts).map(([key, text]: [string, string | object]) => {
    const at = `${path}${key.replace(/_(zero|one|two|few|many|other)$/, '')}`;
    if (typeof text === 'object') return placeholders(text, `${at}.`);
    return { [at]: [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort() };
  });
  return Object.assign({}, ...entries) as Record<string, string[]>;
}

const read = (file: string): Record<string, string[]> =>
  placeholders(JSON.parse(readFileSync(file, 'utf8')) as object);

const files = globSync(`${sources}*/texts.en.json`);

it('finds texts', () => expect(files.length).toBeGreaterThan(3));

it.each(files.map((file) => [basename(dirname(file)), file]))(
  'has the texts of %s in both languages',
  (_, file) => expect(read(file.replace('.en.json', '.zh.json'))).toEqual(read(file)),
);
