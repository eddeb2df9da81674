import type { Generation } from '#client';
import { afterEvent, NOTHING_YET, type Live } from './live-generation.rules.ts';

const running = { id: 'g', status: 'RUNNING' } as Generation;
const events = (...given: [string, unknown][]): Live =>
  given.reduce((live, [event, data]) => afterEvent(live, { event, data }), NOTHING_YET);

const begun: [string, unknown][] = [
  ['generation.snapshot', { generation: running, partial: [] }],
  ['generation.started', { attempt: 1, model: 'sandbox:echo' }],
  ['generation.output.delta', { attempt: 1, index: 0, delta: 'Solid ' }],
  ['generation.output.delta', { attempt: 1, index: 0, delta: 'oak' }],
];

describe('afterEvent', () => {
  it('lets the text of each index grow', () => {
    const live = events(...begun, ['generation.output.delta', { attempt: 1, index: 2, delta: 'Six' }]);
    expect(live).toMatchObject({ phase: 'writing', model: 'sandbox:echo', texts: ['Solid oak', '', 'Six'] });
  });

  it('knows the part of a text from its events, and from a snapshot', () => {
    const live = events(
      ...begun,
      ['generation.output.delta', { attempt: 1, index: 1, part: 'title', delta: 'Oak Desk' }],
      ['generation.output.item', { attempt: 1, index: 0, item: { part: 'bullets', text: 'Solid oak' } }],
    );
    expect(live.parts).toEqual(['bullets', 'title']);
    const partial = [{ index: 0, part: 'bullets', text: 'Solid' }];
    expect(events(['generation.snapshot', { generation: running, partial }]).parts).toEqual(['bullets']);
    expect(afterEvent(live, { event: 'generation.output.reset', data: { reason: 'retry' } }).parts).toEqual(
      [],
    );
  });

  it('replaces the text by that of a snapshot, so that nothing stands there twice', () => {
    const partial = [{ index: 0, text: 'Solid oak desk' }];
    const live = events(...begun, ['generation.snapshot', { generation: running, partial }]);
    expect(live).toMatchObject({ phase: 'writing', texts: ['Solid oak desk'] });
  });

  it('clears the text on a reset and says why until the new text begins', () => {
    const reset = [...begun, ['generation.output.reset', { attempt: 2, reason: 'retry' }]] as typeof begun;
    expect(events(...reset)).toMatchObject({ texts: [], reset: 'retry', attempt: 2 });
    const again = events(...reset, ['generation.output.delta', { attempt: 2, index: 0, delta: 'New' }]);
    expect(again.texts).toEqual(['New']);
    expect(again.reset).toBeUndefined();
  });

  it('keeps what was written when it ends', () => {
    const failed = { ...running, status: 'FAILED', errorCode: 'Cancelled' } as Generation;
    const live = events(
      ...begun,
      ['generation.check', { index: 0, findings: [] }],
      ['generation.failed', failed],
    );
    expect(live).toMatchObject({ phase: 'ended', texts: ['Solid oak'], generation: failed });
  });

  it('takes no notice of events that it does not know', () => {
    const live = events(...begun);
    expect(afterEvent(live, { event: 'toString', data: {} })).toBe(live);
    expect(afterEvent(live, { event: 'generation.thought', data: {} })).toBe(live);
  });
});
