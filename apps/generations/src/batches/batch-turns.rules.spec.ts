// Which batches get the places that are free: holders take turns, then their workspaces, then the batches of each.
import type { WaitingBatch } from '../batch-record/index.ts';
import { turnsOf } from './batch-turns.rules.ts';

/** A batch named `holder/workspace/batch`. */
const batch = (name: string, more: Partial<WaitingBatch> = {}): WaitingBatch => {
  const [holderId = '', workspace = '', id = ''] = name.split('/');
  return {
    holderId,
    mostRunning: null,
    workspaceId: `${holderId}/${workspace}`,
    id,
    running: 0,
    waiting: 1000,
    room: 50,
    ...more,
  };
};
const dealt = (
  batches: WaitingBatch[],
  free: number,
  { has = {}, room = {} }: { has?: Record<string, number>; room?: Record<string, number> } = {},
): Record<string, number> => {
  const of = {
    membersOf: (id: string) => has[id] ?? 0,
    roomOf: ({ holderId }: WaitingBatch) => room[holderId] ?? 250,
  };
  return Object.fromEntries(turnsOf(batches, free, of).map((one) => [one.batch.id, one.count]));
};

it('a batch of three beside one of ten thousand has its turn at once', () => {
  const large = batch('a/1/large', { running: 47, waiting: 9000, room: 3 });
  expect(dealt([large, batch('a/1/small', { waiting: 3, room: 3 })], 100)).toEqual({ small: 3 });
  expect(dealt([{ ...large, room: 10 }, batch('a/1/small', { waiting: 3, room: 10 })], 100)).toEqual({
    small: 3,
    large: 7,
  });
});

it('a holder of many workspaces gets as much as a holder of one', () => {
  const many = Array.from({ length: 20 }, (_, n) => batch(`many/${n}/${n}`));
  const places = dealt([...many, batch('one/1/only')], 40);
  expect(places['only']).toBe(20);
  expect(many.map(({ id }) => places[id])).toEqual(many.map(() => 1));
});

it('who has the fewest in the queue is next, up to the room of the workspace and of the holder', () => {
  const two = [batch('a/1/a'), batch('b/1/b')];
  expect(dealt(two, 10, { has: { a: 8 } })).toEqual({ a: 1, b: 9 });
  expect(dealt(two, 100, { room: { a: 4 } })).toEqual({ a: 4, b: 50 });
  expect(dealt(two, 0)).toEqual({});
});
