// Removes the control groups of the cluster, which belong to the kernel and so outlive the machine.
import { existsSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** The group that has those of all pods. */
export const CONTROL_GROUP = 'shelfscribe-cluster';

/** The folders of the group: one for each controller, or one for all (version 2). */
export function controlGroups(): string[] {
  const one = join(ROOT, 'cgroup.controllers');
  if (existsSync(one)) return [join(ROOT, CONTROL_GROUP)];
  return readdirSync(ROOT).map((controller) => join(ROOT, controller, CONTROL_GROUP));
}

/** Removes them; their processes have ended. */
export function removeControlGroups(): void {
  for (const group of controlGroups()) if (existsSync(group)) remove(group);
}

function remove(group: string): void {
  for (const entry of readdirSync(group, { withFileTypes: true }))
    if (entry.isDirectory()) remove(join(group, entry.name));
  rmdirSync(group);
}
