// What the arguments of npm test mean.
import { HELP, readArguments } from './arguments.ts';

it('our own options are taken out, and everything else is for Jest', () => {
  expect(readArguments(['apps/auth', '--no-retry', '-t', 'a name', '--full'])).toEqual({
    help: false,
    full: true,
    retry: false,
    jest: ['apps/auth', '-t', 'a name'],
  });
  expect(readArguments([])).toEqual({ help: false, full: false, retry: true, jest: [] });
});

it('the help names each of our options', () => {
  for (const option of ['--full', '--no-retry', '--help']) expect(HELP).toContain(option);
});
