// Claims and outcomes that come at the same moment: they are written together, and each has its own answer.
import { newId } from '#platform/context';
import { FAILURE, newActor, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

/** Generations in the workspaces of these people in turn. */
async function createSome(count: number, actors = [newActor(), newActor()]): Promise<string[]> {
  const created = await Promise.all(
    Array.from({ length: count }, (_, i) => environment.create(actors[i % actors.length]!)),
  );
  return created.map(({ generation }) => generation.id);
}

describe('claims that come together', () => {
  it('are each granted or refused by themselves', async () => {
    const ids = await createSome(20);
    await environment.claimSuccessfully(ids[3]!, 'w1');
    const answers = await Promise.all([...ids, newId()].map((id) => environment.claim(id, 'w2')));
    const states = answers.map(({ state }) => state);
    expect(states[3]).toBe('busy');
    expect(states.at(-1)).toBe('nothing');
    expect(states.filter((state) => state === 'claimed')).toHaveLength(19);
    const attempts = await Promise.all(ids.map((id) => environment.ledger(id)));
    expect(attempts.map(({ length }) => length)).toEqual(Array(20).fill(1));
  });
});

describe('outcomes that come together', () => {
  it('each end their generation once, with its event and its sums', async () => {
    const actors = [newActor(), newActor()];
    const ids = await createSome(20, actors);
    await Promise.all(ids.map((id) => environment.claim(id, 'w1')));
    await environment.expireLease(ids[5]!);
    await environment.claimSuccessfully(ids[5]!, 'w2');
    const twice = [...ids, ids[7]!];
    const accepted = await Promise.all(
      twice.map((id) => environment.finish(id, 1, id === ids[9] ? FAILURE : SUCCESS)),
    );
    expect(accepted).toEqual(twice.map((id) => id !== ids[5]));
    const rows = await Promise.all(ids.map((id) => environment.row(id)));
    expect(rows.map(({ status }) => status)).toEqual(
      ids.map((id) => (id === ids[5] ? 'RUNNING' : id === ids[9] ? 'FAILED' : 'SUCCESS')),
    );
    const [sums] = await environment.sql(
      `SELECT sum(generations)::int AS generations, sum(attempts)::int AS attempts, sum(input_tokens)::int AS tokens
       FROM statistic WHERE workspace_id = ANY ($1::uuid[])`,
      [actors.map(({ workspaceId }) => workspaceId)],
    );
    // The lost claim is told, too: what it used counts although its outcome does not.
    expect(sums).toEqual({ generations: 19, attempts: 20, tokens: 19 * 210 + 40 });
    const events = await Promise.all(ids.map((id) => environment.outboxRecords(id)));
    expect(events.map((records) => records.filter(({ kind }) => kind === 'event').length)).toEqual(
      ids.map((id) => (id === ids[5] ? 0 : 1)),
    );
  });
});
