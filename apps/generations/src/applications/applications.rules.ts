// Applications as the API has them: the built-in ones, and those of workspaces. Pure.
import { z } from 'zod';
import {
  APPLICATION_IDS,
  APPLICATIONS,
  toUnixSeconds,
  withoutNulls,
  type ApplicationDefinition,
  type ApplicationId,
  type ApplicationLimit,
  type ApplicationRecord,
} from '#contracts';
import { applications, LIMITS, MAX_CUSTOM_ITEMS, MAX_CUSTOM_TEXT, type Application } from '#content';
import type { ApplicationRow } from './applications.entity.ts';

/** An application of a workspace. */
export type CustomRecord = ApplicationRecord & { instructions: string };

/** The version of all built-in applications. */
const BUILT_IN_VERSION = 1;
/** When the present built-in applications were made. */
const MADE_AT = Date.UTC(2026, 10, 21) / 1000;

/** The built-in applications, in the order of the contracts. */
export const BUILT_IN: readonly ApplicationRecord[] = APPLICATION_IDS.map((id) => {
  const { names, resultType, inputs } = APPLICATIONS[id];
  const { mostItems, target }: Application = applications[id];
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(inputs, { io: 'input' });
  const resultSchema = itemSchemaOf(id);
  return {
    id,
    name: names.en,
    version: BUILT_IN_VERSION,
    builtIn: true,
    resultType,
    ...(target ? { target: target.fields[0] } : {}),
    limits: [...limitsOf(id), ...itemsLimit(mostItems)],
    inputSchema: inputSchema as ApplicationRecord['inputSchema'],
    ...(resultSchema ? { resultSchema } : {}),
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  };
});

/** The JSON Schema of an item; undefined for an application that writes a text. */
function itemSchemaOf(applicationId: ApplicationId): ApplicationRecord['resultSchema'] {
  const environment = { language: 'en', model: '', temperature: 0 };
  const output = applications[applicationId].output({ applicationId, inputs: {}, environment });
  if (output === 'text') return undefined;
  return output.resultSchema as ApplicationRecord['resultSchema'];
}

/** The most that the policies allow, everywhere and in some marketplaces, for texts and for all together. */
function limitsOf(id: ApplicationId): ApplicationLimit[] {
  return LIMITS.flatMap(
    ({ applications: ids, marketplaces = [undefined], limit: { field, unit, most, media } }) => {
      if (!ids?.includes(id) || most === undefined || media) return [];
      return marketplaces.map((marketplace) => ({
        ...(marketplace ? { marketplace } : {}),
        field,
        unit,
        most,
      }));
    },
  );
}

function itemsLimit(most: number | undefined): ApplicationLimit[] {
  return most === undefined ? [] : [{ field: 'result', unit: 'items', most }];
}

/** An application of a workspace as it is made. */
export function firstVersion(definition: ApplicationDefinition, id: string, createdAt: Date): CustomRecord {
  const { instructions, description = null, resultSchema = null, environment = null } = definition;
  const row = { ...definition, id, version: 1, description, resultSchema, environment };
  const times = { createdAt, versionedAt: createdAt, archivedAt: null };
  return { ...toApplication({ ...row, ...times }), instructions };
}

/** An application of a workspace. */
export function toApplication(row: ApplicationRow): ApplicationRecord {
  const { createdAt, versionedAt, archivedAt, ...fields } = row;
  return {
    ...withoutNulls(fields),
    builtIn: false,
    limits: [
      { field: 'text', unit: 'characters', most: MAX_CUSTOM_TEXT },
      ...itemsLimit(row.resultType === 'RESULTS' ? MAX_CUSTOM_ITEMS : undefined),
    ],
    createdAt: toUnixSeconds(createdAt),
    updatedAt: toUnixSeconds(versionedAt),
    ...(archivedAt ? { archivedAt: toUnixSeconds(archivedAt) } : {}),
  };
}
