// Tells the models' answers at their pace, and remembers what was asked.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { newId } from '#platform/context';
import { answerTo, piecesOf, type Answer } from './answers.rules.ts';
import {
  type ChatRequest,
  chunk,
  completion,
  type CompletionHead,
  DONE,
  parseChat,
  usageChunk,
  usageOf,
} from './completions.rules.ts';

/** Requests remembered. */
const REMEMBERED = 50;

/** A request as it came, well-formed or not. */
export interface RememberedRequest {
  time: string;
  body: unknown;
}

/** A request and what will be said to it. */
export interface Exchange {
  request: ChatRequest;
  answer: Answer;
  head: CompletionHead;
}

/** Thrown where the model cuts the connection. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
}

@Injectable()
export class ChatService {
  private remembered: RememberedRequest[] = [];

  /** Takes a request. Throws refusals. */
  begin(body: unknown): Exchange {
    this.remembered = [{ time: new Date().toISOString(), body }, ...this.remembered].slice(0, REMEMBERED);
    const request = parseChat(body);
    const answer = answerTo(request);
    const created = Math.floor(Date.now() / 1000);
    return { request, answer, head: { id: `chatcmpl-${newId()}`, created, model: request.model } };
  }

  /** The answer as the body of one response; undefined once the caller has left. Throws BrokenOff. */
  async whole({ request, answer, head }: Exchange, left: AbortSignal): Promise<object | undefined> {
    if (answer.breaksOff) throw new BrokenOff();
    if (!(await pause(answer.lastsMs, left))) return undefined;
    return completion(head, answer.text, answer.finish, usageOf(request, answer.text));
  }

  /** The answer as server-sent events; ends early once the caller has left. Throws BrokenOff. */
  async *stream({ request, answer, head }: Exchange, left: AbortSignal): AsyncGenerator<string> {
    const pieces = piecesOf(answer.text);
    yield chunk(head, { role: 'assistant', content: '' });
    for (const [i, piece] of pieces.entries()) {
      if (answer.breaksOff && i >= pieces.length / 2) throw new BrokenOff();
      if (!(await pause(answer.lastsMs / pieces.length, left))) return;
      yield chunk(head, { content: piece });
    }
    yield chunk(head, {}, answer.finish);
    if (request.stream_options?.include_usage) yield usageChunk(head, usageOf(request, answer.text));
    yield DONE;
  }

  /** The last requests, newest first. */
  requests(): readonly RememberedRequest[] {
    return this.remembered;
  }

  forget(): void {
    this.remembered = [];
  }
}

/** Waits; false when the caller left meanwhile. */
async function pause(ms: number, left: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal: left });
    return true;
  } catch (error) {
    if (left.aborted) return false;
    throw error;
  }
}
