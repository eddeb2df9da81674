// The parameter decorator of `Prefer: wait=N`.
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { waitSeconds } from '../http/index.ts';
import type { Wait } from './waiting-generations.service.ts';

/** The wait that the client asks for; undefined when it asks for none. */
export const WaitPreference = createParamDecorator(
  (_: unknown, context: ExecutionContext): Wait | undefined => {
    const { raw, request } = context.switchToHttp().getResponse<FastifyReply>();
    const seconds = waitSeconds(request.headers['prefer']);
    if (seconds === undefined) return undefined;
    const gone = new AbortController();
    if (raw.destroyed) gone.abort(); // while the request was checked: it closes only once
    raw.once('close', () => {
      // Not after each answer: an abort makes an error with its stack.
      if (!raw.writableFinished) gone.abort();
    });
    return { seconds, clientGone: gone.signal };
  },
);
