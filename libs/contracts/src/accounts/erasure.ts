// Defines the erasure of a workspace: the request of a person, and those by which auth has the other owners delete rows.
import { z } from 'zod';
import { request } from '../define.ts';
import { actor, timestamp, uuid } from '../values.ts';

/** Hours within which all data of an erased workspace is deleted. */
export const ERASED_WITHIN_HOURS = 24;

/** Body that erases a workspace. */
export const workspaceErasureRequest = z
  .strictObject({ confirm: z.string().max(200).describe('The name of the workspace, as it stands.') })
  .meta({ id: 'WorkspaceErasureRequest', example: { confirm: 'Second shop' } });
export type WorkspaceErasureRequest = z.infer<typeof workspaceErasureRequest>;

/** A workspace that is being erased. */
export const workspaceErasure = z
  .object({
    id: uuid,
    erasedBy: timestamp.describe('The latest time at which all its data is deleted, in Unix seconds.'),
  })
  .meta({ id: 'WorkspaceErasure' });
export type WorkspaceErasure = z.infer<typeof workspaceErasure>;

/** InvalidArgument when `confirm` is not its name; InvalidState for the last workspace of the account. */
export const eraseWorkspace = request({
  operation: {
    id: 'EraseWorkspace',
    summary: 'Erase a workspace',
    description:
      'Ends the workspace with its memberships, their tokens and API keys at once, and deletes everything in it within 24 hours. Nobody can bring it back. Only owners may do so, and `confirm` must be its name. An account keeps at least one workspace.',
    answer: 'Erased; its data is being deleted.',
  },
  subject: 'auth.person.workspaces.erase',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: workspaceErasureRequest }),
  output: workspaceErasure,
  errors: ['NotFound', 'Forbidden', 'InvalidState'],
});

/** A request to delete rows of an erased workspace; the answer tells whether any are left. */
const deletion = { input: z.object({ workspaceId: uuid }), output: z.object({ isGone: z.boolean() }) };

/** Deletes a bounded number of rows of an erased workspace in the catalogue. */
export const eraseCatalogue = request({
  subject: 'catalogue.service.workspaces.erase',
  since: '1.1.0',
  ...deletion,
  idempotent: true,
});

/** Deletes a bounded number of rows of an erased workspace in notifications. */
export const eraseNotifications = request({
  subject: 'notifications.service.workspaces.erase',
  since: '1.1.0',
  ...deletion,
  idempotent: true,
});

/** Deletes a bounded number of rows of an erased workspace in generations. */
export const eraseGenerations = request({
  subject: 'generations.service.workspaces.erase',
  since: '1.1.0',
  ...deletion,
  idempotent: true,
});
