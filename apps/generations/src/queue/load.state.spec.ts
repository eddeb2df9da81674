// What an instance knows of the load: for how long, and what it brings forward itself.
import { install } from '@sinonjs/fake-timers';
import { LoadState } from './load.state.ts';

it('a holder has work for ten seconds after a single generation has begun', () => {
  const clock = install();
  try {
    const load = new LoadState();
    load.noteSingleBegun('a');
    clock.tick(9000);
    load.noteSingleBegun('b');
    expect([...load.active]).toEqual(['a', 'b']);
    clock.tick(2000);
    expect([...load.active]).toEqual(['b']);
  } finally {
    clock.uninstall();
  }
});

it('members that begin and end are counted at once', () => {
  const load = new LoadState();
  load.replace([{ holderId: 'a', running: 3, single: 0, members: 3, written: 0 }]);
  load.noteMemberBegun('a');
  load.noteMemberBegun('a');
  expect(load.ofHolders.get('a')).toEqual({ running: 3, single: 0, members: 1, written: 2 });
  load.noteMemberEnd('a');
  expect(load.ofHolders.get('a')).toMatchObject({ running: 2, written: 1 });
});
