// C67: what protects tenants from each other is disabled in turn, and a scenario of this folder must fail.
import { testBuildVariables } from '#testing/test-build';
import { resultOf, type Context, type Result, type Scenario } from '../../harness/scenario.ts';
import * as builds from '../../test-modules/neighbours/index.ts';
import { runComputedAnswers } from './computed-answers.ts';
import { runHeldFollowUps } from './held-follow-ups.ts';
import { runHostileSearches } from './hostile-searches.ts';
import { runLargeFiles, runUnreadExports } from './large-files.ts';
import { runFullBacklog, runManyWorkspaces } from './many-workspaces.ts';
import { runSlowReceivers } from './slow-receivers.ts';
import { runSums } from './sums.ts';

/** A scenario that must notice that a guard is missing. */
interface Guard {
  /** The test build without it. */
  build: builds.TestBuild;
  run: typeof runSums;
  /** What the other tenant feels: a scenario may also fail for another reason, which would hide that nobody is harmed. */
  noticedBy: RegExp;
}

const GUARDS: Record<string, Guard> = {
  'one budget of a computed answer, and two at once': {
    build: builds.UNSHARED_BUDGETS,
    run: runComputedAnswers,
    noticedBy: /a generation alone|answers to the other tenant/,
  },
  'bounds of searches': {
    build: builds.UNBOUNDED_SEARCHES,
    run: runHostileSearches,
    noticedBy: /a page and a product alone|answers to the other tenant/,
  },
  'sums that are kept, and two computed at once': {
    build: builds.SUMMED_USAGE,
    run: runSums,
    noticedBy: /one of these alone|answers to the other tenant/,
  },
  'turns of follow-ups': {
    build: builds.UNFAIR_FOLLOW_UPS,
    run: runHeldFollowUps,
    noticedBy: /the begin of a batch alone/,
  },
  'turns and places of holders': {
    build: builds.OWN_HOLDERS,
    run: runManyWorkspaces,
    noticedBy: /a result alone|the other account’s generations/,
  },
  'half of the backlog for single generations': {
    build: builds.UNSHARED_BACKLOG,
    run: runFullBacklog,
    noticedBy: /an acceptance alone|the other account’s generations|that a person waits for took/,
  },
  'places of large files': {
    build: builds.PLACES_FOR_ANY_BODY,
    run: runLargeFiles,
    noticedBy: /a file and a read alone|answers to the other account/,
  },
  'places of exports': {
    build: builds.PLACES_FOR_ANYBODY,
    run: runUnreadExports,
    noticedBy: /an export and a read alone|answers to the other account/,
  },
  'shares of the webhook workers': {
    build: builds.UNSHARED,
    run: runSlowReceivers,
    noticedBy: /a delivery alone|the slow tenant held \d+ of/,
  },
};

/** Without its guard a process may use up its memory, and end before the other tenant has felt anything. */
const ROOM = '--max-old-space-size=3072';

export const neighbourGuards: Scenario = {
  id: 'C67',
  title: 'each guard that protects a tenant from another one is disabled in turn',
  holds: 'a scenario fails without it, because of what the other tenant feels',
  alone: true,
  run: async (context: Context): Promise<Result> => {
    const unnoticed: string[] = [];
    for (const [guard, { build, run, noticedBy }] of Object.entries(GUARDS)) {
      const variables = testBuildVariables(build);
      const NODE_OPTIONS = `${variables['NODE_OPTIONS']} ${ROOM}`;
      const { passed, why = '' } = await run(context, { ...variables, NODE_OPTIONS });
      context.say(`without ${guard}: ${passed ? 'nothing fails' : why}`);
      if (!noticedBy.test(why)) unnoticed.push(guard);
    }
    const faults = Object.keys(GUARDS).length;
    return resultOf({ faults }, [unnoticed.length > 0 && `nothing fails without: ${unnoticed.join(', ')}`]);
  },
};
