// Test module: batches may fill the backlog, and a full one refuses everybody.
import type {
  isRefused as isRefusedThen,
  roomForMembers as roomThen,
} from '../../../../apps/generations/src/queue/quotas.rules.ts';

export * from '../../../../apps/generations/src/queue/quotas.rules.ts';

type Loads = Parameters<typeof isRefusedThen>[0];

const waitingOf = (loads: Loads): number =>
  [...loads.values()].reduce((sum, { single, members }) => sum + single + members, 0);

export const isRefused: typeof isRefusedThen = (loads, _, backlogMax) => waitingOf(loads) > backlogMax;

export const roomForMembers: typeof roomThen = (loads, backlogMax) =>
  waitingOf(loads) > backlogMax ? 0 : 1000;
