// Defines invitations to a workspace: an owner makes one for an e-mail, and hands its code to the person, who accepts it.
import { z } from 'zod';
import { request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';
import { role } from './access.ts';
import { credentials } from './auth.ts';
import { member } from './workspaces.ts';

/** Days for which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** An invitation that nobody has accepted yet, without its code. */
export const invitation = z
  .object({
    id: uuid,
    email: z.string().describe('The account with this e-mail can accept it.'),
    role,
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof invitation>;

/** An invitation that has just been made. */
export const createdInvitation = invitation
  .extend({
    code: z
      .string()
      .optional()
      .describe(
        'Hand it to the person. It is shown here only, and once; a repeat of the request comes without it.',
      ),
  })
  .meta({ id: 'CreatedInvitation' });
export type CreatedInvitation = z.infer<typeof createdInvitation>;

/** Body that makes an invitation. */
export const invitationRequest = z
  .strictObject({
    email: credentials.shape.email.describe('Whom to invite, whether or not an account has this e-mail.'),
    role,
  })
  .meta({ id: 'InvitationRequest', example: { email: 'ana@example.com', role: 'editor' } });
export type InvitationRequest = z.infer<typeof invitationRequest>;

/** Query of the list of invitations. */
export const invitationListQuery = z.strictObject(pageQuery('Invitations'));
export type InvitationListQuery = z.infer<typeof invitationListQuery>;

/** One page of the invitations that can still be accepted, newest first. */
export const invitationList = z
  .object({ invitations: z.array(invitation), ...pageOutput })
  .meta({ id: 'InvitationList' });

/** Body that accepts an invitation. */
export const invitationAcceptance = z
  .strictObject({ code: z.string().min(1).max(200).describe('The code of the invitation.') })
  .meta({
    id: 'InvitationAcceptance',
    example: { code: 'ssi_q8o0VYQ1b8o0mRr6wW0pD2w5yH3nJt7sKcUeXfZaLgMhIQ4xT9v2B1C0d5E6fGab12' },
  });
export type InvitationAcceptance = z.infer<typeof invitationAcceptance>;

/** The membership that an accepted invitation made. */
export const membership = member
  .required({ email: true })
  .extend({ workspaceId: uuid, workspaceName: z.string() })
  .meta({ id: 'Membership' });
export type Membership = z.infer<typeof membership>;

export const createInvitation = request({
  operation: {
    id: 'CreateInvitation',
    summary: 'Invite a person',
    description:
      'Invites the person with an e-mail to the workspace. Hand over the `code`, which is shown here only: once signed in, that person accepts it within 7 days. The answer is the same whether or not an account has the e-mail. Owners may do so.',
    answer: 'Invited.',
  },
  subject: 'auth.person.invitations.create',
  since: '1.1.0',
  input: z.object({
    actor,
    workspaceId: z.string(),
    body: invitationRequest,
    idempotencyKey: idempotencyKey.optional(),
  }),
  output: z.object({ invitation: createdInvitation, replayed: z.boolean() }),
  errors: [
    'InvalidToken',
    'NotFound',
    'Forbidden',
    'QuotaExceeded',
    'IdempotencyKeyReused',
    'IdempotencyInProgress',
  ],
});

export const listInvitations = request({
  operation: {
    id: 'ListInvitations',
    summary: 'List invitations',
    description: 'The invitations to a workspace that can still be accepted, newest first.',
  },
  subject: 'auth.person.invitations.list',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), ...pageInput }),
  output: invitationList,
  errors: ['NotFound', 'Forbidden', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const deleteInvitation = request({
  operation: {
    id: 'DeleteInvitation',
    summary: 'Take an invitation back',
    description: 'The code of the invitation is good for nothing any more. Owners may do so.',
    answer: 'Taken back.',
  },
  subject: 'auth.person.invitations.delete',
  since: '1.1.0',
  input: z.object({ actor, workspaceId: z.string(), id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'Forbidden'],
});

/** Who is a member already keeps the role. InvalidArgument for every code that is not good. */
export const acceptInvitation = request({
  operation: {
    id: 'AcceptInvitation',
    summary: 'Accept an invitation',
    description:
      'Makes the signed-in account a member of the workspace that invited its e-mail; then switch to it. A code that is wrong, old, used or that of another account gets one answer.',
    answer: 'The membership.',
  },
  subject: 'auth.person.invitations.accept',
  since: '1.1.0',
  input: z.object({ actor, body: invitationAcceptance }),
  output: membership,
});
