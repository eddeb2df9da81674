// Checks the JSON Schemas that customers write: the part of 2020-12 that we support, and bounds on what a check can cost.
import { RE2JS } from 're2js';
import { z } from 'zod';

/** A JSON Schema of a customer. */
export type Schema = Record<string, unknown>;

/** What is wrong, and where. */
export interface Fault {
  path: (string | number)[];
  message: string;
}

/** A path as the targets of our errors have it: `result[0].price`. */
export function targetOf(path: Fault['path']): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );
}

/** Most bytes of a schema as JSON. */
const MAX_BYTES = 32 * 1024;
/** Most schemas inside each other, those that references lead to included. */
const MAX_DEPTH = 8;
/** Most schemas in a schema, where each reference counts as what it leads to: choices could double them at each level. */
const MAX_SCHEMAS = 500;
/** Most characters of all patterns, and most instructions of their programs: bounds for the time to compile them. */
const MAX_PATTERNS = 200;
const MAX_PROGRAM = 2000;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const REFERENCE = /^#\/\$defs\/([^/~%]+)$/;

const typeName = z.enum(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);
const count = z.int().min(0);
/** A schema inside a schema, which is checked on its own. */
const schema = z.union([z.boolean(), z.record(z.string(), z.unknown())], 'Use a schema.');
const schemas = z.array(schema).min(1);

/** The keywords that we support. `format` and the annotations are not enforced, as the standard has it. */
const KEYWORDS = z.strictObject({
  $schema: z.literal(DIALECT).optional(),
  $comment: z.string().optional(),
  $defs: z.record(z.string(), schema).optional(),
  $ref: z.string().regex(REFERENCE, 'Only references such as #/$defs/name are supported.').optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  type: z.union([typeName, z.array(typeName).min(1)]).optional(),
  enum: z.array(z.unknown()).min(1).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), schema).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: schema.optional(),
  minProperties: count.optional(),
  maxProperties: count.optional(),
  items: schema.optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  uniqueItems: z.boolean().optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  allOf: schemas.optional(),
  anyOf: schemas.optional(),
  oneOf: schemas.optional(),
  not: schema.optional(),
});
export type Keywords = z.infer<typeof KEYWORDS>;

/** Keywords whose value is one schema, and those whose value is a list of them. */
const ONE = ['additionalProperties', 'items', 'not'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;

/** The schema that a reference names; undefined when there is none. */
export function referred(root: Schema, reference: string): unknown {
  const name = REFERENCE.exec(reference)?.[1] ?? '';
  const definitions = root['$defs'];
  return typeof definitions === 'object' && definitions !== null && Object.hasOwn(definitions, name)
    ? (definitions as Schema)[name]
    : undefined;
}

/** The first fault of a schema, which must describe an object; undefined when we can check values with it. */
export function faultOfSchema(root: Schema): Fault | undefined {
  if (new TextEncoder().encode(JSON.stringify(root)).length > MAX_BYTES)
    return { path: [], message: `Send at most ${MAX_BYTES} bytes of JSON.` };
  const { type = 'object' } = root;
  if (type !== 'object') return { path: ['type'], message: 'This schema must be of type object.' };
  return new SchemaWalk(root).check(root, [], []);
}

/** One check of a schema, with what it has counted so far. */
class SchemaWalk {
  private schemas = 0;
  private patternLength = 0;
  private programSize = 0;

  constructor(private readonly root: Schema) {}

  /** `open` are the references that lead here; their number and that of the schemas above is `depth`. */
  check(one: unknown, path: Fault['path'], open: readonly string[], depth = 1): Fault | undefined {
    this.schemas += 1;
    if (this.schemas > MAX_SCHEMAS) return { path, message: `Use at most ${MAX_SCHEMAS} schemas.` };
    if (depth > MAX_DEPTH) return { path, message: `Nest at most ${MAX_DEPTH} schemas.` };
    if (typeof one === 'boolean') return undefined;
    const checked = KEYWORDS.safeParse(one);
    if (!checked.success) return faultOf(checked.error.issues[0], path);
    const { $defs, $ref, pattern } = checked.data;
    if ($defs && path.length > 0)
      return { path: [...path, '$defs'], message: 'Definitions stand at the top of the schema.' };
    return (
      this.checkReference($ref, path, open, depth) ??
      this.checkPattern(pattern, [...path, 'pattern']) ??
      this.checkParts(checked.data, path, open, depth)
    );
  }

  private checkParts(
    keywords: Keywords,
    path: Fault['path'],
    open: readonly string[],
    depth: number,
  ): Fault | undefined {
    for (const [place, part] of partsOf(keywords)) {
      const isDefinition = place[0] === '$defs';
      const fault = this.check(part, [...path, ...place], isDefinition ? [] : open, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }

  private checkReference(
    reference: string | undefined,
    path: Fault['path'],
    open: readonly string[],
    depth: number,
  ): Fault | undefined {
    if (reference === undefined) return undefined;
    const at = [...path, '$ref'];
    const found = referred(this.root, reference);
    if (found === undefined) return { path: at, message: 'There is no such definition.' };
    if (open.includes(reference)) return { path: at, message: 'A schema must not contain itself.' };
    const [, ...definition] = reference.split('/');
    return this.check(found, definition, [...open, reference], depth + 1);
  }

  private checkPattern(pattern: string | undefined, path: Fault['path']): Fault | undefined {
    if (pattern === undefined) return undefined;
    this.patternLength += pattern.length;
    if (this.patternLength > MAX_PATTERNS)
      return { path, message: `Use at most ${MAX_PATTERNS} characters for all patterns together.` };
    try {
      this.programSize += RE2JS.compile(pattern).programSize();
    } catch (error) {
      return { path, message: `This is no RE2 pattern: ${error instanceof Error ? error.message : ''}` };
    }
    return this.programSize > MAX_PROGRAM ? { path, message: 'This pattern is too large.' } : undefined;
  }
}

/** The schemas directly inside a schema, and where they stand. */
function partsOf(keywords: Keywords): [place: Fault['path'], part: unknown][] {
  const ones = ONE.flatMap((key) => (keywords[key] === undefined ? [] : [[[key], keywords[key]] as const]));
  const lists = LISTS.flatMap((key) => (keywords[key] ?? []).map((part, i) => [[key, i], part] as const));
  const records = (['$defs', 'properties'] as const).flatMap((key) =>
    Object.entries(keywords[key] ?? {}).map(([name, part]) => [[key, name], part] as const),
  );
  return [...records, ...ones, ...lists].map(([place, part]) => [[...place], part]);
}

function faultOf(issue: z.core.$ZodIssue | undefined, path: Fault['path']): Fault {
  const inner = (issue?.path ?? []).map((part) => (typeof part === 'number' ? part : String(part)));
  return issue?.code === 'unrecognized_keys'
    ? { path: [...path, ...inner, issue.keys[0] ?? ''], message: 'This keyword is not supported.' }
    : { path: [...path, ...inner], message: issue?.message ?? '' };
}
