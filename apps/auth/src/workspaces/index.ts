// What other rooms use of workspaces.
export { MembersService } from './members.service.ts';
