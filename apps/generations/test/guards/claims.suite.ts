// Claims and leases over the real bus: one worker holds a generation.
import { renewGenerations } from '#contracts';
import { newId } from '#platform/context';
import { FAILURE, SUCCESS } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

const renew = async (generationId: string, epoch: number): Promise<boolean> =>
  (await renewAll([{ generationId, epoch }]))[0] ?? false;
const renewAll = async (leases: { generationId: string; epoch: number }[]): Promise<boolean[]> =>
  (await environment.worker.request(renewGenerations, { leases })).held;
const release = (generationId: string, epoch: number) => environment.release({ generationId, epoch });
const eventsOf = async (id: string) =>
  (await environment.outboxRecords(id)).filter(({ kind }) => kind === 'event');

describe('claims', () => {
  it('give the worker its task under a lease', async () => {
    const { id } = await environment.createInNewWorkspace({
      inputs: { keywords: ['oak'] },
      environment: { tone: 'witty' },
    });
    const claim = await environment.claimSuccessfully(id);
    expect(claim).toEqual({
      state: 'claimed',
      epoch: 1,
      invocationId: expect.any(String),
      leaseMs: 15_000,
      remainingMs: expect.any(Number),
      task: {
        applicationId: 'product-title',
        inputs: { keywords: ['oak'], variants: 1 },
        environment: {
          language: 'en-US',
          model: 'offline:composer-1',
          temperature: 0.2,
          tone: 'witty',
        },
        marketplace: 'US',
      },
    });
    expect(claim.remainingMs).toBeGreaterThan(890_000);
    expect(claim.remainingMs).toBeLessThanOrEqual(900_000);
    expect((await environment.row(id)).worker).toBe('w1');
  });

  it('get the same answer when the same worker asks again', async () => {
    const { id } = await environment.createInNewWorkspace();
    const first = await environment.claimSuccessfully(id);
    const again = await environment.claimSuccessfully(id);
    expect({ ...again, remainingMs: 0 }).toEqual({ ...first, remainingMs: 0 });
  });

  it('make a second worker wait while the first holds the lease', async () => {
    const { id } = await environment.createInNewWorkspace();
    await environment.claimSuccessfully(id, 'w1');
    const answer = await environment.claim(id, 'w2');
    if (answer.state !== 'busy') throw new Error(`The state was ${answer.state}.`);
    expect(answer.retryAfterMs).toBeGreaterThan(10_000);
    expect(answer.retryAfterMs).toBeLessThanOrEqual(15_000);
  });

  it('go to one of ten workers that race', async () => {
    const { id } = await environment.createInNewWorkspace();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => environment.claim(id, `w${n}`)));
    expect(answers.map((answer) => answer.state).sort()).toEqual([...Array(9).fill('busy'), 'claimed']);
    expect(await environment.row(id)).toMatchObject({ epoch: 1 });
  });

  it.each(['w1', 'w2'])('go to %s with a new invocation after the lease of w1 ran out', async (next) => {
    const { id } = await environment.createInNewWorkspace();
    const first = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    const second = await environment.claimSuccessfully(id, next);
    expect(second.epoch).toBe(2);
    expect(second.invocationId).not.toBe(first.invocationId);
  });

  it('give nothing for an ended or an unknown generation', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, FAILURE);
    expect(await environment.claim(id, 'w1')).toEqual({ state: 'nothing' });
    expect(await environment.claim(newId(), 'w1')).toEqual({ state: 'nothing' });
  });

  it('end a generation that is past its deadline', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    await environment.expireDeadline(id);
    expect(await environment.claim(id, 'w1')).toEqual({ state: 'nothing' });
    expect(await environment.get(actor, id)).toMatchObject({
      status: 'FAILED',
      errorCode: 'DeadlineExceeded',
    });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('end a generation that has lost four workers', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    for (let n = 1; n <= 4; n += 1) {
      expect((await environment.claimSuccessfully(id, `w${n}`)).epoch).toBe(n);
      await environment.expireLease(id);
    }
    expect(await environment.claim(id, 'w5')).toEqual({ state: 'nothing' });
    expect(await environment.get(actor, id)).toMatchObject({ errorCode: 'GenerationInterrupted' });
    expect(await environment.finish(id, 4, SUCCESS)).toBe(false);
  });

  it('are granted after any number of releases', async () => {
    const { id } = await environment.createInNewWorkspace();
    for (let n = 1; n <= 6; n += 1) {
      const { epoch } = await environment.claimSuccessfully(id, `w${n}`);
      expect(await release(id, epoch)).toBe(true);
    }
    expect(await environment.claim(id, 'last')).toMatchObject({ state: 'claimed' });
  });
});

describe('leases', () => {
  it('last as long as they are renewed', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    expect(await renew(id, epoch)).toBe(true);
    expect(await environment.claim(id, 'w2')).toMatchObject({ state: 'busy' });
  });

  it('are renewed together, with an answer for each of them', async () => {
    const lost = await environment.createInNewWorkspace();
    const late = await environment.claimSuccessfully(lost.id, 'w1');
    await environment.expireLease(lost.id);
    const { epoch } = await environment.claimSuccessfully(lost.id, 'w1');
    const { id } = await environment.createInNewWorkspace();
    await environment.claimSuccessfully(id, 'w1');
    const leases = [
      { generationId: lost.id, epoch: late.epoch },
      { generationId: newId(), epoch: 1 },
      { generationId: id, epoch: 1 },
      { generationId: lost.id, epoch },
    ];
    expect(await renewAll(leases)).toEqual([false, false, true, true]);
  });

  it('are lost to a later claim', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    await environment.claimSuccessfully(id, 'w2');
    expect(await renew(id, epoch)).toBe(false);
    expect(await release(id, epoch)).toBe(false);
    expect(await environment.row(id)).toMatchObject({ worker: 'w2', epoch: 2 });
  });

  it('let the next worker in at once when they are released', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    expect(await release(id, epoch)).toBe(true);
    expect(await release(id, epoch)).toBe(true); // as if the first answer was lost
    expect(await renew(id, epoch)).toBe(false);
    expect((await environment.claimSuccessfully(id, 'w2')).epoch).toBe(2);
  });

  it('end with their generation', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, SUCCESS);
    expect(await renew(id, epoch)).toBe(false);
    expect(await release(id, epoch)).toBe(false);
  });
});
