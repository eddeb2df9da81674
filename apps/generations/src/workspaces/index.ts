// What other rooms use of workspaces.
export { WorkspaceSettingsClient } from './workspace-settings.client.ts';
