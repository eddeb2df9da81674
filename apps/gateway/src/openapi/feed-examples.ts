// The examples of events and webhooks.
import type { FeedPage } from '#contracts';
import { exampleGeneration, exampleImport, exampleImportState } from './examples.ts';
import { exampleAccount } from './account-examples.ts';

const EVENT_ID = '019a8e9c-b2d4-7e11-9a3c-4b5c6d7e8f90';
const workspaceId = exampleAccount.currentWorkspaceId;

/** A page of the feed. */
export const exampleFeed: FeedPage = {
  events: [
    {
      id: '019a8e9b-5a10-7c42-8f6e-1a2b3c4d5e6f',
      type: 'import.completed',
      time: exampleImportState.createdAt + 2,
      subject: exampleImport.id,
      data: {
        workspaceId,
        importId: exampleImport.id,
        status: 'PARTIAL',
        counts: { total: 2, success: 1, failure: 1 },
      },
    },
    {
      id: EVENT_ID,
      type: 'generation.succeeded',
      time: exampleGeneration.createdAt + 3,
      subject: exampleGeneration.id,
      data: { workspaceId, generationId: exampleGeneration.id },
    },
  ],
  next: EVENT_ID,
};
