// What other rooms use of workspaces.
export { firstWorkspaceOf } from './first-workspace.rules.ts';
export { HomesStore } from './homes.store.ts';
export { MembersService } from './members.service.ts';
