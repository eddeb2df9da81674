// Removes the control groups of the cluster, which belong to the kernel and so outlive the machine.
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = '/sys/fs/cgroup';
/** Is there where the kernel has control groups of version 2. */
const ONE = join(ROOT, 'cgroup.controllers');
/** The group that has those of all pods. */
export const CONTROL_GROUP = 'shelfscribe-cluster';

/** Makes the group. It weighs as much as ten processes beside it, where one is usual: it has all that the pods run. */
export function makeControlGroups(): void {
  for (const group of controlGroups()) mkdirSync(group, { recursive: true });
  const [weights, weight] = existsSync(ONE)
    ? [join(ROOT, CONTROL_GROUP, 'cpu.weight'), 1000]
    : [join(ROOT, 'cpu', CONTROL_GROUP, 'cpu.shares'), 10_240];
  if (existsSync(weights)) writeFileSync(weights, String(weight));
}

/** The folders of the group: one for each controller, or one for all (version 2). */
function controlGroups(): string[] {
  if (existsSync(ONE)) return [join(ROOT, CONTROL_GROUP)];
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
