// A report of what a model wrote, in a file below .local: what became of it by application, and every text.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Generation } from '#contracts';
import { projectFile } from '#testing/servers';
import type { Written } from './model-stack.ts';

/** Writes the report as far as it goes, and gives its head for the reader. */
export async function writeReport(name: string, written: readonly Written[]): Promise<string> {
  const path = projectFile(`.local/texts-of-models/${name}.md`);
  const head = [
    `# ${name}`,
    '',
    '| application | SUCCESS | other ends | rules | tokens of answers | s |',
    '| - | - | - | - | - | - |',
    ...written.map(rowOf),
    '',
  ].join('\n');
  const texts = written.flatMap(({ generations }) => generations.map(textOf));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${head}\n${texts.join('\n')}`);
  return `${head}The texts are in ${path}.\n`;
}

function rowOf({ applicationId, generations, seconds }: Written): string {
  const good = generations.filter(({ status }) => status === 'SUCCESS').length;
  const ends = generations.flatMap(({ errorCode }) => errorCode ?? []);
  const rules = generations.flatMap(({ checks = [] }) => [...new Set(checks.map(({ rule }) => rule))]);
  const tokens = generations.reduce((sum, { usage }) => sum + (usage?.outputTokens ?? 0), 0);
  const cells = [applicationId, `${good} of ${generations.length}`, counted(ends), counted(rules)];
  return `| ${[...cells, tokens, Math.round(seconds)].join(' | ')} |`;
}

/** How often each word stands there, the most frequent first. */
function counted(words: readonly string[]): string {
  return Object.entries(Object.groupBy(words, (word) => word))
    .map(([word, all = []]) => ({ word, times: all.length }))
    .toSorted((one, other) => other.times - one.times)
    .map(({ word, times }) => `${word} ${times}`)
    .join(', ');
}

function textOf({ applicationId, productTitle, status, ...rest }: Generation): string {
  const { errorCode = '', checks = [], errorDetail = '', result, draft, usage } = rest;
  const found = checks.map(({ rule, severity, message }) => `- ${rule}/${severity}: ${message.en}`);
  const used = `${usage?.inputTokens} + ${usage?.outputTokens} tokens, ${usage?.calls} calls`;
  const written = result ?? draft ?? '';
  const text = typeof written === 'string' ? written : JSON.stringify(written, undefined, 1);
  const end = [status, errorCode, errorDetail].filter(Boolean).join(' ');
  return `### ${applicationId}, ${productTitle}\n${end} (${used})\n${found.join('\n')}\n\n${text}\n`;
}
