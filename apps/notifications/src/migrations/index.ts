// Lists the migrations of notifications, oldest first.
import { Notifications1795390000000 } from './1795390000000-notifications.ts';

export const MIGRATIONS = [Notifications1795390000000];
