// Defines cells: whole stacks of one installation, each with some of its workspaces. Auth alone is common to them.
import { z } from 'zod';

/** The first cell of an installation, and the only one of most. Access tokens and API keys for it name no cell. */
export const MAIN_CELL = 'main';

/** Name of a cell: a part of the name of a host. */
export const cellName = z.string().regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/);

/** The cell that has a workspace, told by a cell that has not. */
export const elsewhere = z
  .object({
    cell: cellName.describe('Name of the cell.'),
    url: z.string().optional().describe('Address of its API, if an operator has set one.'),
  })
  .describe(
    'The cell that has the workspace. Absent when it is the one that answers, as it always is where an installation is one cell.',
  )
  .meta({ id: 'Elsewhere' });
export type Elsewhere = z.infer<typeof elsewhere>;
