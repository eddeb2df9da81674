// Defines policies: what texts may not say, must say, and how long they may be. Built-in rows, and those of a workspace.
import { z } from 'zod';
import { request } from '../define.ts';
import { bilingual } from '../errors.ts';
import { marketplace } from '../marketplaces.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, booleanText, idempotencyKey, opaqueId, timestamp } from '../values.ts';

/** Most rows of a workspace. */
export const MAX_POLICIES = 200;
/** Most phrases of all rows of a workspace, because each of its texts is searched for all of them. */
export const MAX_PHRASES = 2000;
/** Most bytes of UTF-8 of all its phrases: they go to a worker with each generation. */
export const MAX_PHRASE_BYTES = 64 * 1024;

const severity = z
  .enum(['hard', 'warning'])
  .describe('`hard`: a text that breaks the row is not published. `warning`: it is, and a person is told.');

/** What a limit is counted in. */
export const limitUnit = z
  .enum(['characters', 'fullWidth', 'bytes', 'words', 'items'])
  .describe('A full-width character is a Chinese or Japanese one, or two of an alphabet.');

const edge = z.int().min(0).max(100_000).optional();

/** A length that texts keep. */
export const policyLimit = z
  .strictObject({
    field: z
      .enum(['text', 'title', 'description', 'result', 'facts'])
      .describe(
        '`text`: each text. `title`, `description`: a field of each item. `result`: all texts together. `facts`: facts of the product in them.',
      ),
    unit: limitUnit,
    least: edge,
    most: edge,
    media: z.literal(true).optional().describe('Only books, music and films.'),
  })
  .meta({ id: 'PolicyLimit' });
export type PolicyLimit = z.infer<typeof policyLimit>;

const ownLimit = policyLimit
  .omit({ media: true })
  .extend({ field: z.literal('text').describe('Each text; of a listing, each of its items.') })
  .refine(({ least, most }) => least !== undefined || most !== undefined, 'Say `least`, `most` or both.')
  .refine(({ least = 0, most = Infinity }) => least <= most, '`least` is above `most`.')
  .meta({ id: 'OwnPolicyLimit' });

const several = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(50).optional();

/** Where a row holds; everywhere, in each respect that it does not name. */
const scope = {
  marketplaces: several(marketplace),
  applications: several(opaqueId).describe(
    'Ids of applications, built-in ones or those of the workspace. Texts of `listing` are also of the applications of its parts, and those of `localise` and `rewrite` of the built-in one of that kind of text, where it is known.',
  ),
  languages: several(
    z.string().regex(/^[a-z]{2,3}$/, 'Use the first part of a language tag, such as de.'),
  ).describe('First parts of language tags, such as `de`.'),
};

/** A rule that a workspace may add rows of. */
export const ownRule = z
  .enum(['BANNED_TERM', 'REQUIRED_TERM', 'OWN_BRAND', 'COMPETITOR', 'LIMIT'])
  .describe(
    '`BANNED_TERM`: no text says one of the phrases. `REQUIRED_TERM`: each result says one of them; of a listing the whole, or the part whose application the row names. `OWN_BRAND`: written so, and not otherwise. `COMPETITOR`: makers that no text names. `LIMIT`: a length.',
  );
export type OwnRule = z.infer<typeof ownRule>;

const fields = {
  rule: ownRule,
  severity: severity.default('hard'),
  phrases: z
    .array(
      z
        .string()
        .regex(/[\p{L}\p{N}]/u, 'A phrase has a letter or a digit.')
        .max(100),
    )
    .min(1)
    .max(MAX_PHRASES)
    .optional()
    .describe('Plain words. Capitals do not matter, but for OWN_BRAND.'),
  limit: ownLimit.optional(),
  softens: z
    .string()
    .max(64)
    .optional()
    .describe('Id of a built-in row with `mayBeSoftened`, which becomes a warning where this row holds.'),
  ...scope,
};

type Given = { [K in keyof typeof fields]?: unknown };
/** Each row says one thing: its phrases, a limit, or what it softens. */
const saysOneThing = ({ rule, phrases, limit, softens }: Given): boolean => {
  if (rule === undefined) return softens !== undefined && !phrases && !limit;
  const isLimit = rule === 'LIMIT';
  return softens === undefined && (limit !== undefined) === isLimit && (phrases !== undefined) !== isLimit;
};

/** A row as a workspace writes it. */
export const policyDefinition = z
  .strictObject({ ...fields, rule: ownRule.optional() })
  .refine(saysOneThing, 'Send `rule` with `phrases`, the rule LIMIT with `limit`, or `softens` alone.')
  .meta({
    id: 'PolicyDefinition',
    example: { rule: 'BANNED_TERM', severity: 'hard', phrases: ['vegan leather'], marketplaces: ['DE'] },
  });
export type PolicyDefinition = z.infer<typeof policyDefinition>;

/** A change of a row: a JSON Merge Patch (RFC 7396). */
export const policyPatch = z
  .strictObject({
    severity: severity.optional(),
    phrases: fields.phrases,
    limit: fields.limit,
    marketplaces: scope.marketplaces.nullable(),
    applications: scope.applications.nullable(),
    languages: scope.languages.nullable(),
  })
  .meta({ id: 'PolicyPatch', example: { severity: 'warning' } });
export type PolicyPatch = z.infer<typeof policyPatch>;

/** A row of a workspace, as texts are checked by it. */
export const ownPolicy = z.object({ ...fields, id: z.string(), rule: ownRule.optional(), severity });
export type OwnPolicy = z.infer<typeof ownPolicy>;

/** A row of the table of policies. */
export const policy = z
  .object({
    id: z.string(),
    builtIn: z.boolean(),
    rule: z
      .string()
      .optional()
      .describe('The rule that a finding names; absent of a row that softens another.'),
    message: bilingual.optional().describe('What a finding of it says.'),
    severity: severity.describe('As it holds in the workspace, whose rows can soften it.'),
    ...scope,
    phrases: z
      .array(z.string())
      .optional()
      .describe('In built-in rows `*` stands for letters, `#` for a number and `_` for a word.'),
    limit: policyLimit.optional(),
    unlessInFacts: z.literal(true).optional().describe('They may be said where the product is called so.'),
    mayBeSoftened: z.literal(true).optional(),
    softens: z.string().optional(),
    from: z.string().optional().describe('Day from which a built-in row holds, or `always`.'),
    source: z.string().optional().describe('Who says so.'),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof policy>;

const place = {
  marketplace: marketplace.optional().describe('Only rows that hold there.'),
  applicationId: opaqueId
    .optional()
    .describe(
      'Only rows that name it or no application; for `listing` also those that name one of its parts.',
    ),
  language: z.string().max(64).optional().describe('A BCP 47 tag: only rows that hold in this language.'),
};
const builtIn = 'True: only built-in rows. False: only those of the workspace.';

/** Query of the list of policies. */
export const policyListQuery = z.strictObject({
  ...pageQuery('Policies'),
  ...place,
  builtIn: booleanText.optional().describe(builtIn),
});
export type PolicyListQuery = z.infer<typeof policyListQuery>;

/** One page of policies: first the built-in ones, then the newest. */
export const policyList = z.object({ policies: z.array(policy), ...pageOutput }).meta({ id: 'PolicyList' });
export type PolicyList = z.infer<typeof policyList>;

export const listPolicies = request({
  operation: {
    id: 'ListPolicies',
    summary: 'List policies',
    description:
      'What texts are checked by: the built-in table, each row with its source and its day, then the rows of the workspace, the newest first. With `marketplace`, `applicationId` or `language`, the rows that hold there.',
  },
  subject: 'generations.person.policies.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput, ...place, builtIn: z.boolean().optional() }),
  output: policyList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const getPolicy = request({
  operation: {
    id: 'GetPolicy',
    summary: 'Get a policy',
    description: 'A row of the built-in table, or of the workspace.',
    answer: 'The policy.',
  },
  subject: 'generations.person.policies.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: policy,
  errors: ['NotFound'],
  idempotent: true,
});

/** UnknownReference: there is no such application, or no such row that may be softened. */
export const createPolicy = request({
  operation: {
    id: 'CreatePolicy',
    summary: 'Create a policy',
    description:
      'Adds a row for the texts of the workspace. It may be stricter than a built-in row. With `softens`, a finding of a built-in row becomes a warning, where that row allows it.',
    answer: 'The policy.',
  },
  subject: 'generations.person.policies.create',
  since: '1.1.0',
  input: z.object({ actor, body: policyDefinition, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ policy, replayed: z.boolean() }),
  errors: ['UnknownReference', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const patchPolicy = request({
  operation: {
    id: 'UpdatePolicy',
    summary: 'Change a policy',
    description:
      'Applies a JSON Merge Patch (RFC 7396) to a row of the workspace. Generations that are claimed from then on follow it. A built-in row cannot be changed.',
    answer: 'The policy after the change.',
  },
  subject: 'generations.person.policies.patch',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: policyPatch }),
  output: policy,
  errors: ['NotFound', 'MethodNotAllowed', 'UnknownReference', 'QuotaExceeded'],
});

export const deletePolicy = request({
  operation: {
    id: 'DeletePolicy',
    summary: 'Delete a policy',
    description: 'Deletes a row of the workspace. A built-in row cannot be deleted.',
    answer: 'It is deleted.',
  },
  subject: 'generations.person.policies.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'MethodNotAllowed'],
});
