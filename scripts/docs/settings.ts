// Reads what each process can be told by its environment: from its configuration schema, and from the comments there.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { projectFile } from '#testing/servers';

type Schema = z.ZodObject<Record<string, z.ZodType>>;

/** An environment variable of one or more processes. */
export interface Setting {
  name: string;
  processes: string[];
  /** As one would write it; undefined if the variable must be set, or if nothing holds without it. */
  fallback: string | undefined;
  isRequired: boolean;
  /** Which values are accepted, in words. */
  allowed: string;
  /** The comment of the schema. */
  meaning: string;
}

/** The settings of all processes, each once if processes share its schema. Throws if one has no comment. */
export function readSettings(schemas: Readonly<Record<string, Schema>>): Setting[] {
  const shared = commentsOf('libs/platform/src/config/config.ts');
  const found = new Map<z.ZodType, Setting>();
  for (const [name, { shape }] of Object.entries(schemas)) {
    const file = `apps/${name}/src/config.ts`;
    const comments = new Map([...shared, ...commentsOf(file)]);
    for (const [variable, schema] of Object.entries(shape)) {
      const known = found.get(schema);
      if (known) known.processes.push(name);
      else found.set(schema, settingOf(variable, name, schema, comments.get(variable)));
    }
  }
  return [...found.values()];
}

function settingOf(name: string, app: string, schema: z.ZodType, comment: string | undefined): Setting {
  if (comment === undefined) throw new Error(`${name} of ${app} has no comment that says what it sets.`);
  const accepted = jsonSchema(schema, 'input');
  const isRequired = !z.safeParse(schema, undefined).success;
  const fallback = accepted.anyOf?.find((one) => one.default !== undefined)?.default ?? accepted.default;
  return {
    name,
    processes: [app],
    fallback: fallback === undefined ? undefined : withUnit(name, relative(String(fallback))),
    isRequired,
    allowed: inWords(accepted, jsonSchema(schema, 'output')),
    meaning: comment,
  };
}

/** The part of JSON Schema that settings need. */
interface JsonSchema {
  type?: string;
  default?: string | number;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  format?: string;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** What a variable may hold: `accepted` describes its text, and `read` what the text becomes. */
function inWords(accepted: JsonSchema, read: JsonSchema): string {
  if (accepted.enum) return choices(accepted.enum.includes('on') ? ['on', 'off'] : accepted.enum);
  if (accepted.type === 'integer' || accepted.type === 'number') return bounds(accepted);
  if (accepted.format === 'uri') return 'a URL';
  if (typeof accepted.default === 'string' && /^[[{]/.test(accepted.default)) return 'JSON';
  if (read.type === 'array') return read.items?.enum ? `some of ${choices(read.items.enum)}` : 'a list';
  if ((accepted.minLength ?? 0) > 1) return `at least ${accepted.minLength} characters`;
  return 'text';
}

function choices(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

function bounds({ minimum = 0, maximum = Infinity }: JsonSchema): string {
  return maximum >= Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `${minimum} to ${maximum}`;
}

/** The unit of a number, by the name of its variable. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/_MS$/, 'ms'],
  [/_S$/, 's'],
  [/_PER_MIN$/, 'a minute'],
  [/_PER_H$/, 'an hour'],
  [/_(H|HOURS)$/, 'h'],
  [/_DAYS$/, 'days'],
  [/_BYTES(_MAX)?$/, 'bytes'],
];

function withUnit(name: string, value: string): string {
  const unit = UNITS.find(([end]) => end.test(name))?.[1];
  if (value === '') return 'empty';
  return unit === undefined ? `\`${value}\`` : `\`${value}\` ${unit}`;
}

/** The path of a folder depends on where the repository is. */
function relative(value: string): string {
  return value.replace(projectFile(''), '');
}

/** The comments of a file by the name of the property that each stands before. */
function commentsOf(file: string): Map<string, string> {
  const text = readFileSync(projectFile(file), 'utf8');
  const comments = text.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s+([A-Z][A-Z0-9_]*):/g);
  return new Map(
    [...comments].map(([, comment = '', name = '']) => [
      name,
      comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim(),
    ]),
  );
}
