// Turns what was entered into a form into the inputs of a request, and finds the field that an error is about.
import type { Field } from './fields.rules.ts';

/** What was entered, by the name of the field. A field that was left alone has no entry: its default is not sent. */
export type Entries = Readonly<Record<string, unknown>>;

/** What is wrong in a field before anything is sent. */
export type EntryFault = 'required' | 'json';

/** The inputs to send: fields that are filled, in the order of the form. */
export function inputsOf(fields: readonly Field[], entries: Entries): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = sentValue(field, entries[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The entries that make these inputs again, for example those of a former request. */
export function entriesFrom(fields: readonly Field[], inputs: Readonly<Record<string, unknown>>): Entries {
  const known = fields.filter(({ name }) => inputs[name] !== undefined);
  return Object.fromEntries(
    known.map(({ name, kind }) => [
      name,
      kind === 'json' ? JSON.stringify(inputs[name], null, 2) : inputs[name],
    ]),
  );
}

/** What can be seen to be wrong without asking the API, by field. */
export function faultsOf(fields: readonly Field[], entries: Entries): Record<string, EntryFault> {
  return Object.fromEntries(
    fields.flatMap((field): [string, EntryFault][] => {
      const entry = entries[field.name];
      if (field.kind === 'json' && isFilled(entry) && parsed(entry) === undefined)
        return [[field.name, 'json']];
      const isMissing =
        field.isRequired && field.default === undefined && sentValue(field, entry) === undefined;
      return isMissing ? [[field.name, 'required']] : [];
    }),
  );
}

/**
 * The field that a target of an error names: of `inputs.keywords[0]` under `inputs` it is `keywords`; undefined when the
 * target lies elsewhere.
 */
export function fieldOfTarget(target: string | undefined, under: string): string | undefined {
  const rest = target?.startsWith(`${under}.`) ? target.slice(under.length + 1) : '';
  return /^[^.[]+/.exec(rest)?.[0];
}

function sentValue({ kind, isRequired }: Field, entry: unknown): unknown {
  if (kind === 'switch' && isRequired) return entry === true;
  if (!isFilled(entry)) return undefined;
  return kind === 'json' ? parsed(entry) : entry;
}

function isFilled(entry: unknown): boolean {
  if (typeof entry === 'string') return entry.trim() !== '';
  return Array.isArray(entry) ? entry.length > 0 : entry !== undefined && entry !== null;
}

function parsed(entry: unknown): unknown {
  try {
    return typeof entry === 'string' ? (JSON.parse(entry) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
