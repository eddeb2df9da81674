// Finds changes of the HTTP API with which clients of the last release would not work any more.
import { misfits, type Schema } from './compatibility.ts';

type Content = Readonly<Record<string, { schema?: Schema }>>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
}

/** What references lead to. */
interface Components {
  schemas?: Readonly<Record<string, Schema>>;
  responses?: Readonly<Record<string, object>>;
}

/** An OpenAPI document, as far as it is compared. */
export interface ApiDocument {
  paths: Readonly<Record<string, object>>;
  components?: Components;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Keywords that allow and refuse nothing. */
const ANNOTATIONS = ['title', 'description', 'example', 'examples', 'default', 'deprecated', 'discriminator'];

/**
 * Compares the operations of an API document with those of the last release. Nothing that a client of that release may send
 * is refused, and nothing that it may read is missing. Answers may gain fields, and enumerations in them values, because
 * clients expect that. Each finding is one line.
 */
export function breakingChanges(today: ApiDocument, last: ApiDocument): string[] {
  const operations = operationsOf(today);
  return [...operationsOf(last)].flatMap(([name, before]) => {
    const now = operations.get(name);
    if (!now) return [`${name} is gone`];
    const findings = [
      ...parameterChanges(now, before),
      ...bodyChanges(now, before),
      ...answerChanges(now, before),
    ];
    return findings.map((finding) => `${name}: ${finding}`);
  });
}

/** The operations by method and path, without references. */
function operationsOf({ paths, components = {} }: ApiDocument): Map<string, Operation> {
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => {
        const plain = withoutReferences(operation, components);
        return [`${method.toUpperCase()} ${path}`, plain as Operation] as const;
      }),
  );
  return new Map(entries);
}

/**
 * A part of a document with each named schema and answer in the place of its reference; a schema inside itself may be anything
 * there.
 */
function withoutReferences(part: unknown, components: Components, inside: string[] = []): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutReferences(one, components, inside));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) {
    const reference = String(part.$ref);
    if (inside.includes(reference)) return {};
    return withoutReferences(named(reference, components), components, [...inside, reference]);
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withoutReferences(value, components, inside)]),
  );
}

/** What a reference such as `#/components/schemas/Product` leads to. */
function named(reference: string, { schemas = {}, responses = {} }: Components): unknown {
  const name = reference.split('/').at(-1) ?? '';
  return reference.startsWith('#/components/responses/') ? responses[name] : schemas[name];
}

function parameterChanges({ parameters = [] }: Operation, before: Operation): string[] {
  const known = before.parameters ?? [];
  const like = (list: readonly Parameter[], { name, in: place }: Parameter): Parameter | undefined =>
    list.find((one) => one.name === name && one.in === place);
  const required = parameters.filter((one) => one.required && !like(known, one)?.required);
  return [
    ...required.map(({ name }) => `the parameter ${name} has become required`),
    ...known.flatMap((one) => {
      const now = like(parameters, one);
      if (!now) return [`the parameter ${one.name} is gone`];
      return misfits(plain(one.schema), plain(now.schema), `parameter ${one.name}`);
    }),
  ];
}

function bodyChanges({ requestBody: now }: Operation, { requestBody: before }: Operation): string[] {
  if (!before) return now?.required ? ['a body has become required'] : [];
  const required = now?.required && !before.required ? ['the body has become required'] : [];
  const parts = Object.entries(before.content).flatMap(([type, { schema = {} }]) => {
    const accepted = now?.content[type]?.schema;
    return accepted ? misfits(plain(schema), plain(accepted), 'body') : [`a body of ${type} is refused`];
  });
  return [...required, ...parts];
}

function answerChanges({ responses: now }: Operation, { responses: before }: Operation): string[] {
  return Object.entries(before).flatMap(([status, { content = {} }]) => {
    if (!now[status]) return status.startsWith('2') ? [`the answer ${status} is gone`] : [];
    return Object.entries(content).flatMap(([type, { schema = {} }]) => {
      const sent = now[status]?.content?.[type]?.schema;
      return sent
        ? misfits(plain(sent), growing(plain(schema)) as Schema, `answer ${status}`)
        : [`the answer ${status} has no ${type} any more`];
    });
  });
}

/** A schema without annotations. The names of properties are none. */
function plain(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.includes(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]): [string, unknown] => {
      if (Array.isArray(value))
        return [keyword, value.map((one: unknown) => (isSchema(one) ? plain(one) : one))];
      if (!isSchema(value)) return [keyword, value];
      if (keyword !== 'properties') return [keyword, plain(value)];
      const fields = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(fields.map(([name, field]) => [name, plain(field)]))];
    }),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of an answer that may have more fields and more values. A single value stays: it tells alternatives apart. */
function growing(part: unknown): unknown {
  const text = JSON.stringify(part, (key, value: unknown) => {
    if (key === 'enum' && Array.isArray(value) && value.length > 1) return undefined;
    return key === 'additionalProperties' && value === false ? undefined : value;
  });
  return JSON.parse(text) as unknown;
}
