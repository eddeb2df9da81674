// Translates a JSON schema to what model servers take, which may be looser: we check each answer with the whole schema
// ourselves.

/**
 * Keywords of JSON Schema that servers know. Others are dropped, because a server refuses a request for a keyword that its
 * grammar lacks. `oneOf` becomes `anyOf`, which all of them know.
 */
const KNOWN = new Set([
  'type',
  'enum',
  'const',
  'anyOf',
  'allOf',
  '$ref',
  '$defs',
  'definitions',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);

/** Formats that the grammars of servers know. */
const FORMATS = new Set(['date', 'time', 'date-time', 'uuid', 'email', 'ipv4', 'ipv6', 'hostname']);

/** Largest bound of a length that a server takes: its grammar repeats a rule that often at most, and refuses more. */
const MAX_REPEATS = 2000;

/**
 * The characters of each class, such as \d, as they stand between the brackets of a set. Of the spaces of \s only those that
 * every grammar can write: a model cannot use the others, such as a no-break space, in their place.
 */
const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: 'A-Za-z0-9_', s: ' \\t\\n\\r' };

/** The schema with the keywords, patterns and lengths that servers take. */
export function servedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(servedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    const served = servedKeyword(name, value);
    return served === undefined ? [] : [[name === 'oneOf' ? 'anyOf' : name, served]];
  });
  return Object.fromEntries(entries);
}

/** How far a text may go beyond what can be published, as a factor: so far that the review sees that it is too long. */
const ROOM = 1.5;

/**
 * The schema with an end for each text that has none. A small model that finds no end writes until its tokens are used up, which
 * takes more than a minute on two cores; ended before, its text is reviewed and written again. Only grammars count characters: servers of
 * this installation have them, others may refuse the keyword.
 */
export function withEnds(schema: unknown, maxText: number): unknown {
  if (Array.isArray(schema)) return schema.map((one) => withEnds(one, maxText));
  if (typeof schema !== 'object' || schema === null) return schema;
  const ended = Object.fromEntries(
    Object.entries(schema).map(([name, one]) => [name, withEnds(one, maxText)]),
  );
  const isFree =
    ended['type'] === 'string' && !('enum' in ended || 'format' in ended || 'maxLength' in ended);
  return isFree ? { ...ended, maxLength: Math.ceil(ROOM * maxText) } : ended;
}

/** The value that a keyword has for servers; undefined for one that is left out. */
function servedKeyword(name: string, value: unknown): unknown {
  switch (name) {
    case 'properties':
    case '$defs':
    case 'definitions':
      return mapValues(value, servedSchema); // the names are those of the schema's author, no keywords
    case 'enum':
    case 'const':
      return value;
    case 'pattern':
      return typeof value === 'string' ? servedPattern(value) : undefined;
    case 'format':
      return FORMATS.has(String(value)) ? value : undefined;
    case 'minLength':
    case 'maxLength':
      return Number(value) <= MAX_REPEATS ? value : undefined;
    case 'oneOf':
      return servedSchema(value);
    default:
      return KNOWN.has(name) ? servedSchema(value) : undefined;
  }
}

function mapValues(value: unknown, map: (one: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(Object(value) as object).map(([name, one]) => [name, map(one)]));
}

/**
 * The pattern anchored at both ends, and without escapes but those of punctuation, tabs and line ends; undefined for one that a
 * grammar cannot have: flags, look-around, word boundaries, classes of Unicode, lazy or possessive repetition, and anchors in
 * the middle or of one alternative alone.
 */
export function servedPattern(pattern: string): string | undefined {
  const parts = pattern.match(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[^]/g) ?? [];
  const served = parts.map(servedPart);
  const whole = served.every((part) => part !== undefined) ? served.join('') : undefined;
  if (whole === undefined || /\(\?(?!:)|[*+?}]\?|[*+?}][*+]/.test(withoutSets(whole))) return undefined;
  const inner = whole.replace(/^\^/, '').replace(/(?<!\\)\$$/, '');
  if (/(?<!\\)[$^]/.test(withoutSets(inner))) return undefined; // an anchor in the middle
  const group = `(${inner.replaceAll('(?:', '(')})`;
  const isAlternative = inner.includes('|');
  const middle =
    isAlternative || !pattern.startsWith('^') || !/(?<!\\)\$$/.test(pattern) ? group : group.slice(1, -1);
  const before = pattern.startsWith('^') ? '' : '.*';
  const after = /(?<!\\)\$$/.test(pattern) ? '' : '.*';
  // An anchor of the first or last alternative alone is not one of the whole.
  if (isAlternative && (before === '' || after === '')) return undefined;
  return `^${before}${middle}${after}$`;
}

/** A set of characters, an escape or a character in the form that servers take; undefined where there is none. */
function servedPart(part: string): string | undefined {
  if (part.startsWith('[') && part.length > 1) return servedSet(part);
  if (!part.startsWith('\\')) return part;
  const letter = part[1] ?? '';
  const members = CLASSES[letter];
  if (members !== undefined) return `[${members}]`;
  const opposite = CLASSES[letter.toLowerCase()];
  if (opposite !== undefined) return `[^${opposite}]`;
  return /[\w]/.test(letter) && !'tnr'.includes(letter) ? undefined : part;
}

function servedSet(set: string): string | undefined {
  if (set.includes('[:')) return undefined;
  const served = set.replace(/\\([dws])/g, (_whole, letter: string) => CLASSES[letter] ?? '');
  return /\\[A-Za-z](?<!\\[tnr])/.test(served) ? undefined : served;
}

/** The pattern with an x for each escape and each set of characters, because signs of the syntax mean themselves there. */
function withoutSets(pattern: string): string {
  return pattern.replace(/\\[^]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
}
