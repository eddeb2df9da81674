// What other rooms use of auth.
export { RevokedSessionsService } from './revoked-sessions.service.ts';
