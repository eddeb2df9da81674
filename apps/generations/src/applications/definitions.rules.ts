// Checks what workspaces define: the template of the instructions, and the schemas of inputs and results. Pure.
import type { ApplicationDefinition } from '#contracts';
import { faultOfSchema, parseTemplate, TemplateError, type Fault } from '#content';

/**
 * The checks of a definition; each gives its first fault with its exact place, and undefined when it finds none. The slowest
 * take up to 35 ms each in a process that has just started, so other work should have its turn between two of them.
 */
export function checksOf({
  instructions,
  inputSchema,
  resultType,
  resultSchema,
}: ApplicationDefinition): (() => Fault | undefined)[] {
  return [
    () => faultOfTemplate(instructions),
    () => faultIn('inputSchema', faultOfSchema(inputSchema)),
    () => {
      if (resultSchema === undefined) return undefined;
      return resultType === 'TEXT'
        ? {
            path: ['resultSchema'],
            message: 'Leave it out: a TEXT has no schema, only the items of RESULTS have one.',
          }
        : faultIn('resultSchema', faultOfSchema(resultSchema));
    },
  ];
}

function faultIn(field: string, fault: Fault | undefined): Fault | undefined {
  return fault && { path: [field, ...fault.path], message: fault.message };
}

function faultOfTemplate(instructions: string): Fault | undefined {
  try {
    parseTemplate(instructions);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return { path: ['instructions'], message: error.message };
    throw error;
  }
}
