// A next release to upgrade to: this build, but for jobs of version 2, which its owners write and its workers know.
import { buildRelease } from '#testing/release';

/** Puts the next release into an empty folder. */
export function buildNextRelease(dir: string): Promise<void> {
  return buildRelease(dir, [
    ['libs/contracts/src/generations.js', 'v: z.literal(1)', 'v: z.union([z.literal(1), z.literal(2)])'],
    ['libs/contracts/src/catalogue.js', 'v: z.literal(1)', 'v: z.union([z.literal(1), z.literal(2)])'],
    ['apps/generations/src/queue/dispatch.service.js', '{ v: 1, generationId', '{ v: 2, generationId'],
    ['apps/catalogue/src/fetching/fetch-dispatch.service.js', '{ v: 1, batchId', '{ v: 2, batchId'],
  ]);
}
