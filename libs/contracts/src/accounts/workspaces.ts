// Defines workspaces and their members: shapes of the API, and requests about them to auth.
import { z } from 'zod';
import { notification, request } from '../define.ts';
import { marketplace } from '../marketplaces.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, opaqueId, timestamp, uuid } from '../values.ts';
import { role } from './access.ts';
import { accessToken, workspace } from './auth.ts';

const budget = z
  .int()
  .min(0)
  .describe('What priced models may cost in a month (UTC), in millionths of the currency of the prices.');

/** A workspace as one of its members sees it. Auth leaves out `spentMicros`, which the gateway asks generations for. */
export const workspaceDetails = workspace
  .extend({
    monthlyBudgetMicros: budget.optional(),
    spentMicros: z
      .int()
      .min(0)
      .optional()
      .describe(
        'What priced models have cost in this month (UTC), in the same unit as the budget. Absent only while it cannot be read.',
      ),
    heldBy: uuid.describe('The account whose quotas and shares the workspace uses.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WorkspaceDetails' });
export type WorkspaceDetails = z.infer<typeof workspaceDetails>;

const name = z.string().trim().min(1).max(200).describe('Name for people.');

/** Body that creates a workspace. */
export const workspaceRequest = z
  .strictObject({
    name,
    marketplace: marketplace
      .default('US')
      .describe('The marketplace of its imports, unless a request names another one.'),
    monthlyBudgetMicros: budget.optional(),
  })
  .meta({ id: 'WorkspaceRequest', example: { name: 'Second shop', marketplace: 'DE' } });
export type WorkspaceRequest = z.infer<typeof workspaceRequest>;

/** Body that changes a workspace: an absent field is left as it is, and null removes the budget. */
export const workspacePatch = z
  .strictObject({
    name: name.optional(),
    marketplace: workspace.shape.marketplace.optional(),
    monthlyBudgetMicros: budget.nullable().optional(),
  })
  .meta({ id: 'WorkspacePatch', example: { name: 'Shop of two', monthlyBudgetMicros: 25_000_000 } });
export type WorkspacePatch = z.infer<typeof workspacePatch>;

/** Query of the list of workspaces. */
export const workspaceListQuery = z.strictObject(pageQuery('Workspaces'));
export type WorkspaceListQuery = z.infer<typeof workspaceListQuery>;

/** One page of the workspaces of an account, the last joined first. */
export const workspaceList = z
  .object({ workspaces: z.array(workspaceDetails), ...pageOutput })
  .meta({ id: 'WorkspaceList' });
export type WorkspaceList = z.infer<typeof workspaceList>;

/** An account in a workspace. */
export const member = z
  .object({
    accountId: uuid,
    email: z.string().optional().describe('Shown to owners only, and to everybody of the own account.'),
    name: z.string().optional(),
    role,
    createdAt: timestamp.describe('When the account joined, in Unix seconds.'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

/** Body that changes a member. */
export const memberPatch = z.strictObject({ role }).meta({ id: 'MemberPatch', example: { role: 'viewer' } });
export type MemberPatch = z.infer<typeof memberPatch>;

/** Query of the list of members. */
export const memberListQuery = z.strictObject(pageQuery('Members'));
export type MemberListQuery = z.infer<typeof memberListQuery>;

/** One page of members, the last joined first. */
export const memberList = z.object({ members: z.array(member), ...pageOutput }).meta({ id: 'MemberList' });

/** Body that switches a session to another workspace. */
export const workspaceChoice = z
  .strictObject({ workspaceId: opaqueId.describe('A workspace of the account.') })
  .meta({ id: 'WorkspaceChoice', example: { workspaceId: '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47' } });
export type WorkspaceChoice = z.infer<typeof workspaceChoice>;

export const listWorkspaces = request({
  operation: {
    id: 'ListWorkspaces',
    summary: 'List workspaces',
    description:
      'All workspaces of the account, the last joined first, not only the one that the token is for.',
  },
  subject: 'auth.person.workspaces.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: workspaceList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** QuotaExceeded when the account holds as many as it may. */
export const createWorkspace = request({
  operation: {
    id: 'CreateWorkspace',
    summary: 'Create a workspace',
    description:
      'Creates a workspace that the account owns and holds. An account holds at most 10, unless an operator allows it more.',
    answer: 'Created.',
  },
  subject: 'auth.person.workspaces.create',
  since: '1.1.0',
  input: z.object({ actor, body: workspaceRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ workspace: workspaceDetails, replayed: z.boolean() }),
  errors: ['QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

export const getWorkspaceDetails = request({
  operation: {
    id: 'GetWorkspace',
    summary: 'Get a workspace',
    description: 'A workspace of the account, and the role of the account in it.',
    answer: 'The workspace.',
  },
  subject: 'auth.person.workspaces.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: workspaceDetails,
  errors: ['NotFound'],
  idempotent: true,
});

export const updateWorkspace = request({
  operation: {
    id: 'UpdateWorkspace',
    summary: 'Change a workspace',
    description:
      'Changes the fields of the body (JSON Merge Patch). Only owners may do so. Once the models have cost `monthlyBudgetMicros` in a month, new generations with models that have a price get 429; those that run go on. A change takes effect within a second. A budget of 0 allows no such generation, and null removes the budget.',
    answer: 'The changed workspace.',
  },
  subject: 'auth.person.workspaces.update',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: workspacePatch }),
  output: workspaceDetails,
  errors: ['NotFound', 'Forbidden'],
});

/** QuotaExceeded when the account holds as many as it may. */
export const holdWorkspace = request({
  operation: {
    id: 'HoldWorkspace',
    summary: 'Take a workspace over',
    description:
      'Makes the account the one that holds the workspace: its work then counts against the quotas and shares of this account. Owners may do so.',
    answer: 'The workspace.',
  },
  subject: 'auth.person.workspaces.hold',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: workspaceDetails,
  errors: ['NotFound', 'Forbidden', 'QuotaExceeded'],
  idempotent: true,
});

/** A workspace was changed. The notification may get lost: receivers read workspaces again after a while. */
export const workspaceChanged = notification({
  prefix: 'auth.notification.workspaces',
  data: z.object({ workspaceId: uuid }),
});

export const listMembers = request({
  operation: {
    id: 'ListMembers',
    summary: 'List members',
    description:
      'The members of a workspace and their roles, the last joined first. E-mails of others are for owners; an API key needs the scope `admin` for them. To add a member, make an invitation.',
  },
  subject: 'auth.person.members.list',
  since: '1.1.0',
  input: z.object({
    actor,
    workspaceId: z.string(),
    ...pageInput,
    /** True for an API key that may not do what owners do. */
    withoutEmails: z.boolean().optional(),
  }),
  output: memberList,
  errors: ['NotFound', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

/** InvalidState for the last owner, and for the holder who steps down. */
export const updateMember = request({
  operation: {
    id: 'UpdateMember',
    summary: 'Change the role of a member',
    description:
      'Changes a role, which takes effect within a second; the open invitations of who is no owner any more end. Only owners may do so; a workspace keeps at least one owner. The account that holds the workspace may step down once another owner holds it; an owner who demotes it holds the workspace from then on, as one of those that an account may hold.',
    answer: 'The changed member.',
  },
  subject: 'auth.person.members.update',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), accountId: z.string(), body: memberPatch }),
  output: member,
  errors: ['NotFound', 'Forbidden', 'InvalidState', 'QuotaExceeded'],
});

/** InvalidState for the last owner, and for the holder who leaves. */
export const removeMember = request({
  operation: {
    id: 'RemoveMember',
    summary: 'Remove a member',
    description:
      'Ends the membership, with its tokens, its API keys and the open invitations that it has made, within a second. Owners may remove anybody, and everybody may leave; a workspace keeps at least one owner. The account that holds the workspace may leave once another owner holds it; an owner who removes it holds the workspace from then on, as one of those that an account may hold.',
    answer: 'Removed.',
  },
  subject: 'auth.person.members.remove',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), accountId: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'Forbidden', 'InvalidState', 'QuotaExceeded'],
});

export const switchWorkspace = request({
  operation: {
    id: 'SwitchWorkspace',
    summary: 'Switch to another workspace',
    description:
      'Gives an access token for another workspace of the account, in which the same session goes on. It lasts no longer than the token of the request.',
    answer: 'The new token.',
  },
  subject: 'auth.person.sessions.switch',
  since: '1.1.0',
  input: z.object({
    actor,
    body: workspaceChoice,
    expiresAt: timestamp.optional().describe('When the token expires with which the actor came.'),
  }),
  output: accessToken,
  errors: ['InvalidToken', 'UnknownReference'],
  idempotent: true,
});
