// What other rooms use of workspaces.
export { WorkspacesClient } from './workspaces.client.ts';
