// What other rooms use of workspaces.
export { HomesStore } from './homes.store.ts';
export { MembersService } from './members.service.ts';
