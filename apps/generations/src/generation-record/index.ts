// What other rooms use of generation-record.
export {
  type AcceptedTexts,
  acceptedContent,
  choicesOf,
  documentContentOf,
  itemsOf,
  partsIn,
  patchesOf,
  textsOfParts,
  withEarlierParts,
} from './accepted-texts.rules.ts';
export { GenerationEntity, INTERNAL_PROPERTIES } from './generations.entity.ts';
export { IS_HELD, IS_LATEST_CLAIM, IS_OPEN } from './lease-guards.rules.ts';
export {
  LEASE_MS,
  LOST_WORKERS,
  type LeaseState,
  MAX_LOST_WORKERS,
  RUNNING_DAYS,
  UNCLAIMED_MS,
  decideRefusal,
} from './leases.rules.ts';
export { previewOf } from './previews.rules.ts';
export {
  FIND_UNMARKED,
  IS_STALE,
  lockSourcesShared,
  applicationChanged,
  factsChanged,
  usedIn,
} from './source-changes.rules.ts';
export { usedApplication, type UsedVersion, customApplicationOf } from './used-versions.rules.ts';
