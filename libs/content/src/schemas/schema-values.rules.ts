// Checks values by the JSON Schemas of customers. It reads the schema and takes a bounded number of steps: a library that
// compiles schemas into code, such as Ajv, would run a stranger's schema as ours, for as long as it takes.
import { RE2JS } from 're2js';
import { referred, type Fault, type Keywords, type Schema } from './schema-check.rules.ts';

/** Most steps of one check, about 20 ms. A check of twenty items of thirty fields takes 2,000. */
const MAX_STEPS = 20_000;
/** Characters that are read in a step. A pattern reads a character in one step and more. */
const CHARACTERS_PER_STEP = 50;
/** Instructions of a pattern's program that are tried in a step. */
const INSTRUCTIONS_PER_STEP = 100;

/** The check would take too many steps. */
class TooCostly extends Error {}

/**
 * The first fault of a value, undefined when it fits. The schema must be one without faults (`faultOfSchema`). A value for
 * which the check takes too many steps has that as its fault.
 */
export function faultOfValue(schema: Schema, value: unknown): Fault | undefined {
  try {
    return new ValueCheck(schema).check(schema, value, []);
  } catch (error) {
    if (error instanceof TooCostly) return { path: [], message: 'It takes too long to check this value.' };
    throw error;
  }
}

type Path = Fault['path'];

class ValueCheck {
  private steps = 0;
  private readonly patterns = new Map<string, RE2JS>();

  constructor(private readonly root: Schema) {}

  check(schema: unknown, value: unknown, path: Path): Fault | undefined {
    this.spend(1);
    if (typeof schema === 'boolean') return schema ? undefined : { path, message: 'must not be there' };
    const keywords = schema as Keywords;
    return (
      this.checkType(keywords, value, path) ??
      this.checkReference(keywords, value, path) ??
      this.checkChoices(keywords, value, path) ??
      this.checkKind(keywords, value, path)
    );
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new TooCostly();
  }

  private checkType(
    { type, enum: choices, ...rest }: Keywords,
    value: unknown,
    path: Path,
  ): Fault | undefined {
    const types = type === undefined ? [] : [type].flat();
    if (types.length > 0 && !types.some((name) => isOfType(name, value)))
      return { path, message: `must be ${types.join(' or ')}` };
    const allowed = 'const' in rest && rest.const !== undefined ? [rest.const] : choices;
    if (!allowed) return undefined;
    const text = this.textOf(value);
    if (allowed.some((one) => this.textOf(one) === text)) return undefined;
    return {
      path,
      message: `must be ${allowed.length === 1 ? this.textOf(allowed[0]) : 'one of the values of enum'}`,
    };
  }

  private checkReference({ $ref }: Keywords, value: unknown, path: Path): Fault | undefined {
    return $ref === undefined ? undefined : this.check(referred(this.root, $ref), value, path);
  }

  private checkChoices(
    { allOf = [], anyOf, oneOf, not }: Keywords,
    value: unknown,
    path: Path,
  ): Fault | undefined {
    for (const one of allOf) {
      const fault = this.check(one, value, path);
      if (fault) return fault;
    }
    const fits = (one: unknown): boolean => this.check(one, value, path) === undefined;
    if (anyOf && !anyOf.some(fits)) return { path, message: 'must fit a schema of anyOf' };
    if (oneOf && oneOf.filter(fits).length !== 1)
      return { path, message: 'must fit exactly one schema of oneOf' };
    if (not !== undefined && fits(not)) return { path, message: 'must not fit the schema of not' };
    return undefined;
  }

  private checkKind(keywords: Keywords, value: unknown, path: Path): Fault | undefined {
    if (typeof value === 'string') return this.checkText(keywords, value, path);
    if (typeof value === 'number') return checkNumber(keywords, value, path);
    if (Array.isArray(value)) return this.checkArray(keywords, value, path);
    return isObject(value) ? this.checkObject(keywords, value, path) : undefined;
  }

  private checkText({ minLength = 0, maxLength = Infinity, pattern }: Keywords, text: string, path: Path) {
    this.spend(text.length / CHARACTERS_PER_STEP);
    const length = [...text].length;
    if (length < minLength) return { path, message: `must have at least ${minLength} characters` };
    if (length > maxLength) return { path, message: `must have at most ${maxLength} characters` };
    if (pattern === undefined) return undefined;
    const compiled = this.patterns.get(pattern) ?? RE2JS.compile(pattern);
    this.patterns.set(pattern, compiled);
    this.spend(text.length * (1 + compiled.programSize() / INSTRUCTIONS_PER_STEP));
    return compiled.matcher(text).find() ? undefined : { path, message: `must match ${pattern}` };
  }

  private checkArray(keywords: Keywords, list: unknown[], path: Path): Fault | undefined {
    const { minItems = 0, maxItems = Infinity, uniqueItems, items } = keywords;
    if (list.length < minItems) return { path, message: `must have at least ${minItems} items` };
    if (list.length > maxItems) return { path, message: `must have at most ${maxItems} items` };
    if (uniqueItems && new Set(list.map((item) => this.textOf(item))).size < list.length)
      return { path, message: 'must not have the same item twice' };
    if (items === undefined) return undefined;
    for (const [i, item] of list.entries()) {
      const fault = this.check(items, item, [...path, i]);
      if (fault) return fault;
    }
    return undefined;
  }

  private checkObject(keywords: Keywords, object: Schema, path: Path): Fault | undefined {
    const { required = [], properties = {}, additionalProperties, minProperties = 0 } = keywords;
    const { maxProperties = Infinity } = keywords;
    const names = Object.keys(object);
    this.spend(required.length + names.length);
    const missing = required.find((name) => !Object.hasOwn(object, name));
    if (missing !== undefined) return { path: [...path, missing], message: 'must be there' };
    if (names.length < minProperties)
      return { path, message: `must have at least ${minProperties} properties` };
    if (names.length > maxProperties)
      return { path, message: `must have at most ${maxProperties} properties` };
    for (const name of names) {
      const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      const fault = schema === undefined ? undefined : this.check(schema, object[name], [...path, name]);
      if (fault) return fault;
    }
    return undefined;
  }

  /** The same text for equal JSON values, whatever the order of their keys. */
  private textOf(value: unknown): string {
    const sorted = (_: string, part: unknown): unknown =>
      isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part;
    const text = JSON.stringify(value, sorted) ?? '';
    this.spend(1 + text.length / CHARACTERS_PER_STEP);
    return text;
  }
}

function checkNumber(keywords: Keywords, value: number, path: Path): Fault | undefined {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = keywords;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = keywords;
  if (value < minimum) return { path, message: `must be at least ${minimum}` };
  if (value > maximum) return { path, message: `must be at most ${maximum}` };
  if (value <= exclusiveMinimum) return { path, message: `must be more than ${exclusiveMinimum}` };
  if (value >= exclusiveMaximum) return { path, message: `must be less than ${exclusiveMaximum}` };
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return { path, message: `must be a multiple of ${multipleOf}` };
  return undefined;
}

/** Within the precision of numbers: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOfType(name: string, value: unknown): boolean {
  switch (name) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === name;
  }
}
