// Tests what the address of the overview says.
import { overviewSearchOf } from './overview-search.rules.ts';

it.each([
  [{}, {}],
  [
    { days: 7, show: 'tables', by: 'application' },
    { days: 7, show: 'tables', by: 'application' },
  ],
  [{ days: 30, show: 'charts', by: 'model' }, {}],
  [{ by: 'promptVersion' }, { by: 'promptVersion' }],
  [{ by: 'errorCode' }, {}],
  [{ days: 31, show: 1, other: 2 }, {}],
])('%j is %j', (given, search) => {
  expect(overviewSearchOf(given)).toEqual(search);
});
