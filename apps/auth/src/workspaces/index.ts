// What other rooms use of workspaces.
export { firstWorkspaceOf } from './first-workspace.rules.ts';
export { HomesStore, type Home } from './homes.store.ts';
export { MembersService } from './members.service.ts';
export { TOLD_OF_MOVES } from './members.store.ts';
