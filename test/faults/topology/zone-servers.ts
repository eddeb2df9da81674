// What the servers of all zones have in common.
import type { Listener } from '#testing/processes';
import type { Secrets } from '#testing/servers';
import type { Zone } from './network.ts';

export interface ZoneServers {
  zones: readonly Zone[];
  /** Folder of their data. */
  dir: string;
  secrets: Secrets;
  listener: Listener;
}
