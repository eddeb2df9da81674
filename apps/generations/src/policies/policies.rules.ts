// Policies as the API has them: the built-in table, and the rows of a workspace. Pure.
import {
  AppError,
  applicationsWithin,
  defined,
  MAX_PHRASE_BYTES,
  MAX_PHRASES,
  MAX_POLICIES,
  toUnixSeconds,
  withoutNulls,
  type OwnPolicy,
  type Policy,
  type PolicyDefinition,
  type PolicyListQuery,
  type PolicyPatch,
} from '#contracts';
import { languageOf, POLICIES, RULES, softenedBy } from '#content';
import type { PolicyEntity, PolicyFields } from './policies.entity.ts';

/** Which rows a list has: where they hold, and whose they are. */
export type PolicyFilter = Pick<PolicyListQuery, 'marketplace' | 'applicationId' | 'language' | 'builtIn'>;

/** A row of a workspace, apart from whose it is. */
export type PolicyRow = Omit<PolicyEntity, 'workspaceId'>;

/** Every built-in row, as it holds beside the rows of a workspace. */
export function builtInRows(own: readonly PolicyRow[]): Policy[] {
  const rows = own.map(toOwnPolicy);
  return POLICIES.map((row) => {
    const { message } = RULES[row.rule];
    return { ...softenedBy(row, rows), message, builtIn: true } as Policy;
  });
}

/** A row of a workspace as texts are checked by it. */
export function toOwnPolicy({ id, definition }: Pick<PolicyRow, 'id' | 'definition'>): OwnPolicy {
  return { id, ...definition };
}

/** A row of a workspace as the API has it. */
export function toPolicy(row: PolicyRow): Policy {
  const { createdAt, updatedAt } = row;
  const times = { createdAt: toUnixSeconds(createdAt), updatedAt: toUnixSeconds(updatedAt) };
  const { rule } = row.definition;
  const message = rule && RULES[rule].message;
  return { ...toOwnPolicy(row), ...defined({ message }), builtIn: false, ...times };
}

/** True for a row that a filter lets through; an undefined field filters nothing. */
export function isListed(
  row: Policy,
  { marketplace, applicationId, language, builtIn }: PolicyFilter,
): boolean {
  const code = language === undefined ? undefined : languageOf(language).code;
  return (
    (builtIn === undefined || row.builtIn === builtIn) &&
    includes(row.marketplaces, marketplace) &&
    (applicationId === undefined ||
      applicationsWithin(applicationId).some((id) => includes(row.applications, id))) &&
    includes(row.languages, code)
  );
}

function includes(values: readonly string[] | undefined, value: string | undefined): boolean {
  return values === undefined || value === undefined || values.includes(value);
}

/** A new row. What softens a built-in row makes it a warning. */
export function fieldsOf(body: PolicyDefinition): PolicyFields {
  return body.softens === undefined ? body : { ...body, severity: 'warning' };
}

/** A row after a patch. Errors: InvalidArgument for what its rule does not have. */
export function patched(fields: PolicyFields, patch: PolicyPatch): PolicyFields {
  const unfit = (['severity', 'phrases', 'limit'] as const).find(
    (name) => patch[name] !== undefined && (fields[name] === undefined || fields.softens !== undefined),
  );
  if (unfit)
    throw new AppError('InvalidArgument', {
      target: unfit,
      message: 'This policy has no such field. Leave it out.',
    });
  return withoutNulls({ ...fields, ...patch }) as PolicyFields;
}

/** Refuses more than the rows of a workspace may have together. Errors: QuotaExceeded. */
export function checkSize(rows: readonly PolicyFields[]): void {
  if (rows.length > MAX_POLICIES) throw tooMany(`A workspace has at most ${MAX_POLICIES} policies.`);
  const phrases = rows.flatMap((row) => row.phrases ?? []);
  if (phrases.length > MAX_PHRASES)
    throw tooMany(`The policies of a workspace have at most ${MAX_PHRASES} phrases together.`);
  if (phrases.reduce((sum, phrase) => sum + Buffer.byteLength(phrase), 0) > MAX_PHRASE_BYTES)
    throw tooMany(`The phrases of a workspace have at most ${MAX_PHRASE_BYTES} bytes of UTF-8 together.`);
}

function tooMany(rule: string): AppError {
  const message = `${rule} Delete what is not needed.`;
  return new AppError('QuotaExceeded', { target: 'policies', message });
}
