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

/** Each guard, the test build without it, and the scenario that must notice. */
const GUARDS: Record<string, [builds.TestBuild, typeof runSums]> = {
  'one budget of a computed answer, and two at once': [builds.UNSHARED_BUDGETS, runComputedAnswers],
  'bounds of searches': [builds.UNBOUNDED_SEARCHES, runHostileSearches],
  'sums that are kept, and two computed at once': [builds.SUMMED_USAGE, runSums],
  'turns of follow-ups': [builds.UNFAIR_FOLLOW_UPS, runHeldFollowUps],
  'turns and places of holders': [builds.OWN_HOLDERS, runManyWorkspaces],
  'half of the backlog for single generations': [builds.UNSHARED_BACKLOG, runFullBacklog],
  'places of large files': [builds.PLACES_FOR_ANY_BODY, runLargeFiles],
  'places of exports': [builds.PLACES_FOR_ANYBODY, runUnreadExports],
  'shares of the webhook workers': [builds.UNSHARED, runSlowReceivers],
};

export const neighbourGuards: Scenario = {
  id: 'C67',
  title: 'each guard that protects a tenant from another one is disabled in turn',
  holds: 'a scenario fails without it, because of what the other tenant feels',
  alone: true,
  run: async (context: Context): Promise<Result> => {
    const unnoticed: string[] = [];
    for (const [guard, [build, run]] of Object.entries(GUARDS)) {
      const { passed, why } = await run(context, testBuildVariables(build));
      context.say(`without ${guard}: ${passed ? 'nothing fails' : why}`);
      if (passed) unnoticed.push(guard);
    }
    const faults = Object.keys(GUARDS).length;
    return resultOf({ faults }, [unnoticed.length > 0 && `nothing fails without: ${unnoticed.join(', ')}`]);
  },
};
