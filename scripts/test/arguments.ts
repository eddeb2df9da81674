// What can be said after `npm test --`.

export const HELP = `npm test -- [what] [how]

what  nothing           everything that a change must always pass (README.md, "Test")
      apps/catalogue    the files whose path contains this; may be given several times
      -t 'a list'       the tests whose name contains this; with a path, or Jest opens every file
      --full            npm run test:full: full sizes, other random values and bounds of time, one file at a time
how   --no-retry        a failed file is not run again
      --help            this text

Options of Jest may follow, such as --verbose, --listTests or --watch.
One file alone, also from an editor, on programs as they were last built:
      npx jest apps/catalogue/test/imports.e2e-spec.ts`;

/** What to run, and how. */
export interface Choice {
  help: boolean;
  /** Full sizes, one file at a time. */
  full: boolean;
  /** A failed file runs again on fresh servers. */
  retry: boolean;
  /** Everything else: patterns of paths, and options of Jest. */
  jest: string[];
}

/** Reads the arguments of the command. */
export function readArguments(args: readonly string[]): Choice {
  const ours = ['--help', '-h', '--full', '--no-retry'];
  return {
    help: args.includes('--help') || args.includes('-h'),
    full: args.includes('--full'),
    retry: !args.includes('--no-retry'),
    jest: args.filter((one) => !ours.includes(one)),
  };
}
