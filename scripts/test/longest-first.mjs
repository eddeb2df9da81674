// The order of the files: those that take longest first, so that none of them ends alone, and the pure tests last.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * The files that take longest; of the others, earlier runs in this checkout tell. After the first two, which
 * work most, come those that mostly wait, so that never all processes wait, and seldom all work.
 */
const LONGEST = [
  'test/system/everyday.e2e-spec.ts',
  'apps/console/test/console.e2e-spec.ts',
  'libs/platform/test/event-delivery.e2e-spec.ts',
  'apps/generation-worker/test/model-outages.e2e-spec.ts',
  'apps/gateway/test/generations.e2e-spec.ts',
  'apps/generations/test/requests.e2e-spec.ts',
  'apps/generation-worker/test/worker.e2e-spec.ts',
  'libs/platform/test/jobs.e2e-spec.ts',
  'apps/catalogue/test/import-guarantees.e2e-spec.ts',
  'libs/platform/test/relay.e2e-spec.ts',
  'apps/catalogue/test/fetching.e2e-spec.ts',
  'test/system/restarts.e2e-spec.ts',
  'test/faults/faults.e2e-spec.ts',
  'scripts/start.e2e-spec.ts',
  'apps/generations/src/comparisons/comparisons.rules.spec.ts',
  'apps/generation-worker/src/models/composer-shelf.spec.ts',
  'apps/generation-worker/src/models/composer-sample.spec.ts',
].map((file) => join(import.meta.dirname, '../..', file));

/** A Jest sequencer. */
export default class LongestFirst extends Sequencer {
  constructor(options) {
    super(options);
    const missing = LONGEST.filter((file) => !existsSync(file));
    if (missing.length > 0) throw new Error(`${import.meta.filename} names missing files: ${missing}`);
  }

  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ path }) {
  const place = LONGEST.indexOf(path);
  if (place >= 0) return place;
  return path.endsWith('.e2e-spec.ts') ? LONGEST.length : LONGEST.length + 1;
}
