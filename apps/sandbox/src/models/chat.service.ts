// Sends the replies of the models over their duration, and records the requests for tests.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  COMPLETION_END,
  completionBody,
  completionChunk,
  completionUsageChunk,
  type ChatRequest,
  type CompletionHead,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Config } from '../config.ts';
import { estimatedUsage, parseChat } from './chat-requests.rules.ts';
import { replyTo, splitText, type ModelReply } from './sandbox-models.rules.ts';

/** Maximum number of recorded requests. */
const MAX_RECORDED = 200;

/** A request as it was received, valid or not; `time` in ISO 8601. */
export interface RecordedRequest {
  time: string;
  body: unknown;
}

/** A request and the reply to it. */
export interface Exchange {
  request: ChatRequest;
  reply: ModelReply;
  head: CompletionHead;
}

@Injectable()
export class ChatService {
  private recorded: RecordedRequest[] = [];

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'SANDBOX_SLOW_MODEL_MS'>) {}

  /** Records a request and prepares the reply. Throws the errors of the model server. */
  start(body: unknown): Exchange {
    this.recorded = [{ time: new Date().toISOString(), body }, ...this.recorded].slice(0, MAX_RECORDED);
    const request = parseChat(body);
    const reply = replyTo(request, this.config.SANDBOX_SLOW_MODEL_MS);
    const created = Math.floor(Date.now() / 1000);
    return { request, reply, head: { id: `chatcmpl-${newId()}`, created, model: request.model } };
  }

  /** The reply as one response body; undefined if the connection ends first. */
  async complete({ request, reply, head }: Exchange, disconnected: AbortSignal): Promise<object | undefined> {
    if (reply.disconnects || !(await pause(reply.durationMs, disconnected))) return undefined;
    return completionBody(head, reply.text, reply.finishReason, estimatedUsage(request, reply.text));
  }

  /** The reply as server-sent events; ends early if the caller disconnects. Throws when the model does. */
  async *stream({ request, reply, head }: Exchange, disconnected: AbortSignal): AsyncGenerator<string> {
    const pieces = splitText(reply.text);
    yield completionChunk(head, { role: 'assistant', content: '' });
    for (const [i, piece] of pieces.entries()) {
      if (reply.disconnects && i >= pieces.length / 2) throw new Error('The model drops the connection');
      if (!(await pause(reply.durationMs / pieces.length, disconnected))) return;
      yield completionChunk(head, { content: piece });
    }
    yield completionChunk(head, {}, reply.finishReason);
    if (request.stream_options?.include_usage)
      yield completionUsageChunk(head, estimatedUsage(request, reply.text));
    yield COMPLETION_END;
  }

  /** The last requests, newest first. */
  requests(): readonly RecordedRequest[] {
    return this.recorded;
  }

  clearRequests(): void {
    this.recorded = [];
  }
}

/** Waits; returns false if the caller disconnects in the meantime. */
function pause(ms: number, disconnected: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: disconnected }).catch(() => false);
}
