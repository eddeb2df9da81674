// Finds changes of requests with which processes of this release and of the last one would not understand each other.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { RequestDefinition } from '#contracts';

/** The part of JSON Schema that is compared; any other keyword must be equal. */
export interface Schema {
  [keyword: string]: unknown;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
}

/** What a request's schemas allow, as JSON Schema. */
export interface RequestShape {
  input: Schema;
  output: Schema;
}

/** The requests of a release, by subject. */
export interface ReleasedRequests {
  release: string;
  requests: Readonly<Record<string, RequestShape>>;
}

/** Keywords that `misfits` compares by their meaning, or that allow and refuse nothing. */
const COMPARED: readonly string[] = [
  'type',
  'const',
  'enum',
  'anyOf',
  'oneOf',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'default',
];

/** The shape of a request, without descriptions. */
export function shapeOf({ input, output }: RequestDefinition): RequestShape {
  const json = (schema: z.ZodType): Schema => {
    // An empty registry leaves out descriptions and examples, and writes a named schema where it is used.
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io: 'input',
      metadata: z.registry(),
      override: ({ jsonSchema }) => {
        if (jsonSchema.format) delete jsonSchema.pattern; // it belongs to zod, and may change with its version
      },
    });
    return rest as Schema;
  };
  return { input: json(input), output: json(output) };
}

/**
 * Compares requests with those of the last release. Owners are upgraded before their callers, so an owner must always
 * understand older callers, and they its answers. The other direction counts when an owner is rolled back; `since` on
 * a definition waives it. `since` also lets an enumeration in the answer grow, and a field of it become optional: an older
 * caller fails on the records with the new value, or without the field, which only newer callers make, until it is upgraded
 * too. Each finding is one line.
 */
export function incompatibilities(today: readonly RequestDefinition[], last: ReleasedRequests): string[] {
  const subjects = new Map<string, RequestDefinition>(today.map((one) => [one.subject, one]));
  const changes = Object.entries(last.requests).flatMap(([subject, before]) => {
    const definition = subjects.get(subject);
    if (!definition) return [`${subject} is gone, but callers of ${last.release} send it.`];
    return changesOf(definition, before).map((change) => `${subject}: ${change}`);
  });
  const marks = today.flatMap(({ subject, since }) => {
    if (since === undefined)
      return subject in last.requests
        ? []
        : [`${subject} is not in ${last.release}: mark it with \`since\`.`];
    const isReleased = since.localeCompare(last.release, 'en', { numeric: true }) <= 0;
    return isReleased ? [`${subject}: ${last.release} is released: remove \`since\`.`] : [];
  });
  return [...changes, ...marks];
}

function changesOf(definition: RequestDefinition, before: RequestShape): string[] {
  const now = shapeOf(definition);
  const say = (who: string, findings: string[]): string[] => findings.map((finding) => `${who}: ${finding}`);
  const isMarked = definition.since !== undefined;
  const accepted = isMarked ? withOptional(withoutEnumerations(before.output), now.output) : before.output;
  const always = [
    ...say('an older caller is refused', misfits(before.input, now.input)),
    // A caller passes the answer of a passthrough request on without reading it.
    ...(definition.passthrough
      ? []
      : say('an older caller cannot read the answer', misfits(now.output, accepted))),
  ];
  if (isMarked) return always;
  return [
    ...always,
    ...say('an older owner refuses', misfits(now.input, before.input)),
    ...say('the answer of an older owner cannot be read', misfits(before.output, now.output)),
  ];
}

/** The schema without its lists of values. A constant stays: it tells alternatives apart. */
function withoutEnumerations(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'enum' && Array.isArray(value) ? undefined : value,
    ),
  ) as Schema;
}

/** The schema, in which those fields are optional that are so in the answer now. */
function withOptional(schema: Schema, now: Schema | undefined): Schema {
  if (!now) return schema;
  const { properties = {}, required = [], items } = schema;
  const fields = Object.entries(properties).map(([key, one]) => [
    key,
    withOptional(one, now.properties?.[key]),
  ]);
  const isRequired = (key: string): boolean => !now.properties?.[key] || now.required?.includes(key) === true;
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(fields) as Schema['properties'] }),
    ...(schema.required && { required: required.filter(isRequired) }),
    ...(items && { items: withOptional(items, now.items) }),
  };
}

/** Why a receiver refuses values that a sender may send; empty when it accepts them all. */
export function misfits(sent: Schema, accepted: Schema, path = 'message'): string[] {
  if (isDeepStrictEqual(sent, accepted)) return [];
  const alternatives = sent.anyOf ?? sent.oneOf;
  if (alternatives) return alternatives.flatMap((one) => misfits(one, accepted, path));
  const choices = (accepted.anyOf ?? accepted.oneOf)?.map((one) => misfits(sent, one, path));
  if (choices) return choices.reduce((best, one) => (one.length < best.length ? one : best));
  if (
    sent.type !== accepted.type &&
    !(sent.type === 'integer' && accepted.type === 'number') &&
    accepted.type
  )
    return [`${path} is ${sent.type ?? 'anything'} instead of ${accepted.type}`];
  return [
    ...valueMisfits(sent, accepted, path),
    ...propertyMisfits(sent, accepted, path),
    ...(accepted.items ? misfits(sent.items ?? {}, accepted.items, `${path}[]`) : []),
    ...boundMisfits(sent, accepted, path),
  ];
}

function valueMisfits(sent: Schema, accepted: Schema, path: string): string[] {
  const values = (schema: Schema): readonly unknown[] | undefined =>
    'const' in schema ? [schema.const] : schema.enum;
  const known = values(accepted);
  if (!known) return [];
  const unknown = values(sent)?.filter((value) => !known.includes(value)) ?? ['any value'];
  return unknown.map((value) => `${path} may be ${String(value)}`);
}

function propertyMisfits(sent: Schema, accepted: Schema, path: string): string[] {
  const absent = (accepted.required ?? []).filter((key) => !sent.required?.includes(key));
  const rest = accepted.additionalProperties ?? true;
  const parts = [
    ...Object.entries(sent.properties ?? {}),
    ...(typeof sent.additionalProperties === 'object' ? [['*', sent.additionalProperties] as const] : []),
  ];
  return [
    ...absent.map((key) => `${path}.${key} may be absent`),
    ...parts.flatMap(([key, schema]) => {
      const known = accepted.properties?.[key] ?? rest;
      if (typeof known === 'object') return misfits(schema, known, `${path}.${key}`);
      return known ? [] : [`${path}.${key} is not known`];
    }),
  ];
}

/** Lengths, limits, patterns: a lower bound may rise and an upper bound may fall; others stay. */
function boundMisfits(sent: Schema, accepted: Schema, path: string): string[] {
  return Object.entries(accepted)
    .filter(([keyword, bound]) => {
      if (COMPARED.includes(keyword)) return false;
      const own = sent[keyword];
      if (keyword === '$defs' && own === undefined) return false; // what is sent refers to none of them
      if (typeof bound !== 'number' || typeof own !== 'number') return !isDeepStrictEqual(own, bound);
      return /^(exclusiveM|m)in/.test(keyword) ? own < bound : own > bound;
    })
    .map(([keyword, bound]) => `${path} has not ${keyword} ${JSON.stringify(bound)}`);
}
