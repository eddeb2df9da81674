// What a person has typed into the form of an application, and the definition that it makes.
import { useState } from 'react';
import type { ApplicationDefinition, GenerationEnvironment } from '#client';
import { present } from '../../api/present.rules.ts';
import { rowsOf, schemaOf, type InputRow } from './input-rows.rules.ts';

/** The form. */
export interface ApplicationDraft {
  name: string;
  description: string;
  instructions: string;
  rows: readonly InputRow[];
  resultType: ApplicationDefinition['resultType'];
  environment: GenerationEnvironment;
}

export interface DraftForm {
  draft: ApplicationDraft;
  change: (changed: Partial<ApplicationDraft>) => void;
  /** What is sent. */
  definition: ApplicationDefinition;
  isChanged: boolean;
}

/** The form, at first with `begun`. */
export function useDraft(begun: ApplicationDefinition): DraftForm {
  const [first] = useState(() => draftOf(begun));
  const [base] = useState(begun);
  const [draft, setDraft] = useState(first);
  const definition = definitionOf(draft, base);
  return {
    draft,
    change: (changed) => setDraft((before) => ({ ...before, ...changed })),
    definition,
    isChanged: JSON.stringify(definition) !== JSON.stringify(definitionOf(first, base)),
  };
}

function draftOf({
  name,
  description = '',
  instructions,
  inputSchema,
  resultType,
  environment = {},
}: ApplicationDefinition): ApplicationDraft {
  return { name, description, instructions, rows: rowsOf(inputSchema), resultType, environment };
}

/** Parts that the form does not show are taken from `base`. */
function definitionOf(draft: ApplicationDraft, base: ApplicationDefinition): ApplicationDefinition {
  const { name, description, instructions, rows, resultType } = draft;
  const filled = Object.entries(draft.environment).filter(([, value]) => value !== undefined && value !== '');
  const inputSchema = schemaOf(rows, base.inputSchema);
  return present({
    name,
    description: description.trim() === '' ? undefined : description,
    instructions,
    inputSchema,
    resultType,
    resultSchema: resultType === 'RESULTS' ? base.resultSchema : undefined,
    environment: filled.length > 0 ? Object.fromEntries(filled) : undefined,
  });
}
