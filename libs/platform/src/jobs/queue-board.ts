// Makes the page of the queues with bull-board; loaded only when the page is requested.
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import { fastify, type FastifyInstance } from 'fastify';

/** Makes a server for the page under a path. It listens on no port: QueueView passes requests to it. */
export async function openBoard(queues: readonly Queue[], path: string): Promise<FastifyInstance> {
  const adapter = new FastifyAdapter();
  adapter.setBasePath(path);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Shelfscribe', hideRedisDetails: true } },
  });
  const server = fastify();
  await server.register(adapter.registerPlugin(), { prefix: path });
  await server.ready();
  return server;
}
