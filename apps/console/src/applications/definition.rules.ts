// The definition of an application in the parts that people compare, and what a copy begins with. Pure.
import type { Application, ApplicationDefinition } from '#client';
import { present } from '../api/present.rules.ts';
import { fieldsOf } from '../form/fields.rules.ts';
import type { Draft } from '../form/record/versions.rules.ts';

/** A part of a definition that is compared and chosen as a whole, in the order of the form. */
export const PARTS = ['name', 'description', 'instructions', 'inputs', 'result', 'settings'] as const;
export type Part = (typeof PARTS)[number];

/** The part of an application that people define. */
export function definitionOf(application: Application): ApplicationDefinition {
  const { name, description, instructions = '', inputSchema } = application;
  const { resultType, resultSchema, environment } = application;
  return present({ name, description, instructions, inputSchema, resultType, resultSchema, environment });
}

/** The parts as texts. */
export function partTexts(definition: ApplicationDefinition): Draft<Part> {
  const { name, description = '', instructions, inputSchema } = definition;
  const { resultType, resultSchema, environment } = definition;
  return {
    name,
    description,
    instructions,
    inputs: jsonOf(inputSchema),
    result: resultSchema ? `${resultType}\n${jsonOf(resultSchema)}` : resultType,
    settings: environment && Object.keys(environment).length > 0 ? jsonOf(environment) : '',
  };
}

/** One's own definition with these parts of another one. */
export function settledDefinition(
  mine: ApplicationDefinition,
  theirs: ApplicationDefinition,
  partsOfTheirs: ReadonlySet<Part>,
): ApplicationDefinition {
  const from = (part: Part) => (partsOfTheirs.has(part) ? theirs : mine);
  return present({
    name: from('name').name,
    description: from('description').description,
    instructions: from('instructions').instructions,
    inputSchema: from('inputs').inputSchema,
    resultType: from('result').resultType,
    resultSchema: from('result').resultSchema,
    environment: from('settings').environment,
  });
}

/** What a new application begins with. */
export const EMPTY_DEFINITION: ApplicationDefinition = {
  name: '',
  instructions: '',
  inputSchema: { type: 'object', properties: {} },
  resultType: 'TEXT',
};

/**
 * What a copy begins with. The API does not tell the instructions of built-in applications, so their copy begins with `lead` and a
 * line for each input.
 */
export function copyOf(application: Application, name: string, lead: string): ApplicationDefinition {
  const definition = { ...definitionOf(application), name };
  if (!application.builtIn) return definition;
  const lines = fieldsOf(application.inputSchema).map(({ name: input, kind }) => {
    const filter = kind === 'words' ? ' | join: ", "' : '';
    return `{% if inputs.${input} %}${input}: {{ inputs.${input}${filter} }}{% endif %}`;
  });
  return { ...definition, instructions: [lead, ...lines].join('\n') };
}

function jsonOf(value: object): string {
  return JSON.stringify(value, null, 2);
}
