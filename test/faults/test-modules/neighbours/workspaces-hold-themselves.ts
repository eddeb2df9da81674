// Test module: each workspace has shares and quotas of its own, whoever holds it.
import type { holderOf as original } from '../../../../libs/contracts/src/values.ts';

export * from '../../../../libs/contracts/src/values.ts';

export const holderOf: typeof original = ({ workspaceId }) => workspaceId;
