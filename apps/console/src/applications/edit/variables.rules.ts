// The variables of instructions: which ones there are, and which places of a Liquid template name others. Pure.
import { PRODUCT_FIELDS, type GenerationEnvironment, type Product } from '#client';
import type { Place } from '../../text-display/marks.rules.ts';
import type { InputRow } from './input-rows.rules.ts';

/** The variables of a template by the object that they belong to. */
export type Variables = Readonly<
  Record<'inputs' | 'product' | 'document' | 'environment', readonly string[]>
>;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** The fields of the record that the API gives to templates, apart from those that mean nothing to a reader. */
const RECORD: readonly KeyOf<Product>[] = [
  'asin',
  'marketplace',
  'genre',
  'id',
  'version',
  'createdAt',
  'updatedAt',
];
const PRODUCT: readonly string[] = [...Object.keys(PRODUCT_FIELDS), ...RECORD];
const ENVIRONMENT: readonly (keyof GenerationEnvironment)[] = [
  'language',
  'tone',
  'writing_style',
  'system_prompt',
  'model',
  'temperature',
];

/** Fields of a product with several values. */
const LISTS = Object.entries(PRODUCT_FIELDS).flatMap(([name, { kind }]) =>
  kind.endsWith('s') ? [name] : [],
);

/** The variables of an application with these inputs. */
export function variablesOf(rows: readonly Pick<InputRow, 'name'>[]): Variables {
  const inputs = rows.map(({ name }) => name.trim()).filter((name) => name !== '');
  return {
    inputs: [...new Set(inputs)],
    product: PRODUCT,
    document: ['title', 'content'],
    environment: ENVIRONMENT,
  };
}

/** What to write for a variable; lists are joined by commas. */
export function textFor(
  root: keyof Variables,
  name: string,
  rows: readonly Pick<InputRow, 'name' | 'kind'>[],
): string {
  const isList =
    root === 'product'
      ? LISTS.includes(name)
      : rows.some((row) => root === 'inputs' && row.name.trim() === name && row.kind === 'words');
  const path = /^[A-Za-z_][\w-]*$/.test(name) ? `${root}.${name}` : `${root}[${JSON.stringify(name)}]`;
  return `{{ ${path}${isList ? ' | join: ", "' : ''} }}`;
}

/** A variable that does not exist, and where the template names it. */
export interface UnknownVariable extends Place {
  name: string;
}

const TOKENS =
  /\{%-?\s*(raw|comment)\s*-?%\}[\s\S]*?(?:\{%-?\s*end\1\s*-?%\}|$)|\{\{-?([\s\S]*?)-?\}\}|\{%-?\s*(\w+)([\s\S]*?)-?%\}/g;
const STRINGS = /"[^"]*"|'[^']*'/g;
/** A filter's name, and the names of its arguments. */
const FILTERS = /\|\s*\w+|\b\w+\s*:/g;
const PATH = /(?<![\w.\]-])[A-Za-z_][\w-]*(?:\s*\.\s*[\w-]+)*/g;
/** Words of the language, and what its loops define. */
const WORDS = new Set(
  'and or not contains in true false nil null empty blank reversed limit offset continue forloop tablerowloop'.split(
    ' ',
  ),
);
/** Tags without expressions. */
const BARE = /^(?:end\w*|else|break|continue|liquid|#)$/;
/** Properties that Liquid gives to every value. */
const GENERAL = new Set(['size', 'first', 'last']);

/** A piece of a template in which variables can be named. */
interface Expression {
  text: string;
  start: number;
}

/** The places of a template that name a variable which does not exist, in order. */
export function unknownVariables(template: string, variables: Variables): UnknownVariable[] {
  const defined = new Set<string>();
  const expressions = [...template.matchAll(TOKENS)].flatMap((token) => expressionsIn(token, defined));
  return expressions.flatMap(({ text, start }) =>
    [...blanked(text).matchAll(PATH)].flatMap(({ 0: path, index }) =>
      isKnown(path, variables, defined)
        ? []
        : [{ name: path.replace(/\s/g, ''), start: start + index, end: start + index + path.length }],
    ),
  );
}

/** The expressions of an output or a tag; what a tag defines is added to `defined`. */
function expressionsIn(token: RegExpExecArray, defined: Set<string>): Expression[] {
  const [whole, , output, tag, args = ''] = token;
  const at = (text: string): Expression => ({ text, start: token.index + whole.indexOf(text, 2) });
  if (output !== undefined) return [at(output)];
  if (tag === undefined || BARE.test(tag)) return [];
  const begins = /^\s*([A-Za-z_][\w-]*)/.exec(args);
  if (!/^(?:assign|capture|increment|decrement|for|tablerow)$/.test(tag) || !begins) return [at(args)];
  defined.add(begins[1]!);
  const rest = args.slice(begins[0].length);
  return rest.trim() === '' ? [] : [{ text: rest, start: token.index + whole.lastIndexOf(rest) }];
}

/** An expression without strings and filters, in which everything else keeps its place. */
function blanked(text: string): string {
  const blank = (found: string): string => ' '.repeat(found.length);
  return text.replace(STRINGS, blank).replace(FILTERS, blank);
}

function isKnown(path: string, variables: Variables, defined: ReadonlySet<string>): boolean {
  const [root = '', name] = path.split('.').map((part) => part.trim());
  if (WORDS.has(root) || defined.has(root)) return true;
  if (!Object.hasOwn(variables, root)) return false;
  return name === undefined || GENERAL.has(name) || variables[root as keyof Variables].includes(name);
}
