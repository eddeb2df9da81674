// Answers requests for chat completions with what the model writes.
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import {
  COMPLETION_END,
  completionBody,
  completionChunk,
  completionUsage,
  completionUsageChunk,
  type CompletionHead,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { logger } from '#platform/observability';
import type { Config } from '../config.ts';
import { EngineClient, type Answer } from '../engine/index.ts';
import { parseChat, questionOf } from './questions.rules.ts';

const log = logger('chat');

/** A request that can be answered. */
export interface Chat {
  isStream: boolean;
  withUsage: boolean;
  head: CompletionHead;
  answer: Answer;
}

@Injectable()
export class CompletionsService {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'LOCAL_MODEL_NAME'>,
    private readonly engine: EngineClient,
  ) {}

  /** The one model, as OpenAI lists models; `meta` as llama.cpp has it, absent while the model loads. */
  models(): object {
    const { context } = this.engine;
    const meta = context === undefined ? {} : { meta: { n_ctx: context } };
    const id = this.config.LOCAL_MODEL_NAME;
    return { object: 'list', data: [{ id, object: 'model', created: 0, owned_by: 'shelfscribe', ...meta }] };
  }

  /** Reads a request. Errors: EngineError. */
  async open(body: unknown): Promise<Chat> {
    const request = parseChat(body, this.config.LOCAL_MODEL_NAME);
    const answer = await this.engine.read(questionOf(request));
    const created = Math.floor(Date.now() / 1000);
    return {
      isStream: request.stream ?? false,
      withUsage: request.stream_options?.include_usage ?? false,
      head: { id: `chatcmpl-${newId()}`, created, model: request.model },
      answer,
    };
  }

  /** The whole answer as one response body; undefined if it was not written to its end. */
  async complete({ head, answer }: Chat, left: AbortSignal): Promise<object | undefined> {
    let text = '';
    try {
      const { finish, inputTokens, outputTokens } = await answer.write(left, (piece) => (text += piece));
      return completionBody(head, text, finish, completionUsage(inputTokens, outputTokens));
    } catch (error) {
      if (!left.aborted) log.warn({ answer: head.id, err: error }, 'An answer was not finished');
      return undefined;
    }
  }

  /** The answer as server-sent events. One that is not written to its end breaks off, as that of a dead server does. */
  stream({ head, answer, withUsage }: Chat, left: AbortSignal): Readable {
    // What is not yet sent is kept, at most one answer: a slow reader must not hold the model up.
    const events = new Readable({ read: () => undefined });
    events.push(completionChunk(head, { role: 'assistant', content: '' }));
    answer
      .write(left, (content) => void (content && events.push(completionChunk(head, { content }))))
      .then(({ finish, inputTokens, outputTokens }) => {
        events.push(completionChunk(head, {}, finish));
        if (withUsage) events.push(completionUsageChunk(head, completionUsage(inputTokens, outputTokens)));
        events.push(COMPLETION_END);
        events.push(null);
      })
      .catch((error: unknown) => {
        if (!left.aborted) log.warn({ answer: head.id, err: error }, 'An answer was not finished');
        events.destroy(error as Error);
      });
    return events;
  }
}
