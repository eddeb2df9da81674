// Builds the OpenAPI 3.1 document of the application.
import type { INestApplication } from '@nestjs/common';
import {
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
  type OperationObject,
  type PathItemObject,
} from '@nestjs/swagger';
import { z } from 'zod';
import { errorResponse } from '#contracts';
import { REQUIRED_ACCESS, type RequiredAccess, stepOf } from '../access/index.ts';
import type { Config } from '../config.ts';
import { describeErrors } from './operations/error-responses.ts';
import { introduction } from './introduction.ts';

type Json = Record<string, unknown>;

/** The groups of operations, in the order of the pages. */
const TAGS = {
  Accounts: 'Accounts, their sessions and API keys.',
  Workspaces: 'Workspaces, their members and roles.',
  Products: 'The catalogue, and imports into it.',
  Generations: 'Content written from products and inputs.',
  Statistics: 'What became of imports and generations, and what they cost.',
  Applications: 'Kinds of content: the built-in ones, and those of a workspace.',
  Documents: 'Texts that guide the writing, or that accepted results became.',
  Policies: 'What texts may not say, must say, and how long they may be.',
  Evaluation: 'Which is better: products to write for again and again, and what was measured.',
  Voices: 'How the texts of a workspace sound: rules, terms and examples.',
  Events: 'What happened in a workspace.',
  Reference: 'What requests may name, and how they may fail.',
};

/** Address of the public port, without a trailing slash. */
export function publicUrl(config: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string {
  return (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
}

/** The document. Every path names its server, which is one of the two roots. */
export function openApi(app: INestApplication, config: Config): OpenAPIObject {
  const base = `${publicUrl(config)}${config.BASE_PATH}`;
  const core = `${publicUrl(config)}${config.CORE_PATH}`;
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Shelfscribe API')
    .setVersion('1.0.0')
    .setDescription(introduction(base, core))
    .addServer(base, 'Products and generations')
    .addServer(core, 'Accounts and sessions')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  for (const [tag, description] of Object.entries(TAGS)) builder.addTag(tag, description);
  const about = builder.build();
  const document = SwaggerModule.createDocument(app, about, {
    autoTagControllers: false,
    standardSchemaConverter: converter(),
  });
  describeOperations(document);
  describeErrorAnswers(document);
  const roots = [
    { path: config.CORE_PATH, server: about.servers?.[1] },
    { path: config.BASE_PATH, server: about.servers?.[0] },
  ];
  for (const item of Object.values(document.paths)) {
    describeTexts(item);
    describeOptionalBody(item);
    describeStream(item);
  }
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => {
      const root = roots.find((one) => path.startsWith(`${one.path}/`));
      return [path.slice(root?.path.length ?? 0), root?.server ? { servers: [root.server], ...item } : item];
    }),
  );
  return document;
}

function operationsOf({ paths }: OpenAPIObject): OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as OperationObject[]);
}

/** Writes the access step of each operation, by default that of its method, and how it takes lists in the query. */
function describeOperations({ paths }: OpenAPIObject): void {
  for (const item of Object.values(paths))
    for (const [method, operation] of Object.entries(item as Record<string, Json>)) {
      joinLists(operation as unknown as OperationObject);
      const needed = operation[REQUIRED_ACCESS] as RequiredAccess | undefined;
      if (!needed) continue;
      const step = stepOf(needed, method.toUpperCase());
      operation[REQUIRED_ACCESS] = { step, apiKeys: !needed.sessionOnly };
    }
}

/** Adds the error answers, and the schema of their bodies. */
function describeErrorAnswers(document: OpenAPIObject): void {
  const { components } = toJsonSchema(errorResponse);
  const [name = ''] = Object.keys(components);
  document.components ??= {};
  document.components.schemas = { ...document.components.schemas, ...components };
  const body = { $ref: `#/components/schemas/${name}` };
  document.components.responses = describeErrors(operationsOf(document), body);
}

/** Adds the event stream to the answer of an operation that has JSON and a stream, as the client prefers. */
function describeStream({ get }: PathItemObject): void {
  const isStream = get?.parameters?.some((one) => 'name' in one && one.name === 'Last-Event-ID');
  const answer = get?.responses['200'];
  if (!isStream || !answer || '$ref' in answer || !answer.content?.['application/json']) return;
  answer.content['text/event-stream'] = { schema: { type: 'string' } };
}

/** Declares that lists in a query are separated by commas. The default of OpenAPI is to repeat the parameter. */
function joinLists({ parameters = [] }: OperationObject): void {
  for (const one of parameters)
    if (
      'in' in one &&
      one.in === 'query' &&
      one.schema &&
      'type' in one.schema &&
      one.schema.type === 'array'
    )
      one.explode = false;
}

/** An operation that takes JSON or a text has the schema of the JSON for both; this gives the text its own. */
function describeTexts({ post }: PathItemObject): void {
  if (!post?.requestBody || '$ref' in post.requestBody) return;
  for (const [type, media] of Object.entries(post.requestBody.content))
    if (type.startsWith('text/') && media.schema && '$ref' in media.schema) media.schema = { type: 'string' };
}

/** Declares a body optional when its contract has a default for an absent one. */
function describeOptionalBody({ post }: PathItemObject): void {
  if (!post?.requestBody || '$ref' in post.requestBody) return;
  const schemas = Object.values(post.requestBody.content).map(({ schema }) => schema ?? {});
  if (schemas.some((schema) => 'default' in schema)) post.requestBody.required = false;
}

interface JsonSchema {
  schema: Json;
  components: Record<string, Json>;
}

/** Converts contracts to JSON Schema, each of them only once: the gateway does not start before the document is complete. */
function converter(): (schema: unknown) => JsonSchema | undefined {
  const converted = new Map<z.ZodType, JsonSchema>();
  return (schema) => {
    if (!(schema instanceof z.ZodType)) return undefined;
    const known = converted.get(schema);
    // Its components are in the document already.
    if (known) return { schema: known.schema, components: {} };
    const json = toJsonSchema(schema);
    converted.set(schema, json);
    return json;
  };
}

/** A contract as JSON Schema. It describes the parsed value, so that a number in a query is a number and not a text. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: 'output', override: asDocumented }));
  // Zod numbers recursive schemas without a name. There is only one: that of any JSON value.
  const { $schema, $defs, ...rest } = JSON.parse(json.replaceAll(/__schema\d+/g, 'JsonValue')) as Json;
  const absent = schema instanceof z.ZodPrefault ? { default: schema.def.defaultValue } : {};
  return { schema: { ...rest, ...absent }, components: ($defs ?? {}) as Record<string, Json> };
}

interface Conversion {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Corrects zod's JSON Schema for readers of the document. */
function asDocumented({ zodSchema, jsonSchema }: Conversion): void {
  const { def } = zodSchema._zod;
  if (def.type === 'object') {
    // Answers may gain fields; only strict schemas refuse unknown ones.
    if (def.catchall?._zod.def.type !== 'never') delete jsonSchema.additionalProperties;
    jsonSchema.required = jsonSchema.required?.filter((name) => !hasDefault(jsonSchema.properties?.[name]));
    if (jsonSchema.required?.length === 0) delete jsonSchema.required;
  }
  if (def.type === 'union' && 'discriminator' in def)
    jsonSchema['discriminator'] = discriminator(String(def.discriminator), def.options);
  if (def.type === 'lazy') {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    jsonSchema.description = 'Any JSON value.';
  }
  if (jsonSchema.const !== undefined) {
    jsonSchema.enum = [jsonSchema.const]; // as Swagger writes it where it converts
    delete jsonSchema.const;
  }
  // A format tells more than its pattern, except for e-mail: there the pattern is stricter, and excludes quoted names.
  if (jsonSchema.format !== undefined && jsonSchema.format !== 'email') delete jsonSchema.pattern;
}

function hasDefault(property: unknown): boolean {
  return typeof property === 'object' && property !== null && 'default' in property;
}

/** Maps each value of the field that tells alternatives apart to the schema of its alternative. */
function discriminator(propertyName: string, options: readonly z.core.$ZodType[]): Json {
  const mapping = options.flatMap((option) => {
    const { id } = z.globalRegistry.get(option) ?? {};
    const values = [...(option._zod.propValues?.[propertyName] ?? [])];
    return values.map((value) => [String(value), `#/components/schemas/${id}`]);
  });
  return { propertyName, mapping: Object.fromEntries(mapping) as Json };
}
