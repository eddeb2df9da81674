// Checks what workspaces define: the template of the instructions, and the schemas of inputs and results. Pure.
import type { ApplicationDefinition } from '#contracts';
import { faultOfSchema, parseTemplate, TemplateError, type Fault } from '#content';

/** The first fault of a definition, with its exact place; undefined when it can be used. */
export function faultOfDefinition(definition: ApplicationDefinition): Fault | undefined {
  const { instructions, inputSchema, resultType, resultSchema } = definition;
  if (resultType === 'TEXT' && resultSchema !== undefined)
    return { path: ['resultSchema'], message: 'A text has no schema: it describes an item of RESULTS.' };
  return (
    faultOfTemplate(instructions) ??
    faultIn('inputSchema', faultOfSchema(inputSchema)) ??
    (resultSchema && faultIn('resultSchema', faultOfSchema(resultSchema)))
  );
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
