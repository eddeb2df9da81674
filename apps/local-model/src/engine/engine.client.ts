// Runs the model by node-llama-cpp, one answer at a time.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import pLimit from 'p-limit';
import type { ChatMessages, CompletionFinish } from '#contracts';
import { CONFIG } from '#platform/config';
import { Health, logger } from '#platform/observability';
import type { Config } from '../config.ts';
import { tokens, waited } from '../metrics.ts';
import { busy, contextTooLong, invalidRequest, loading } from './engine-error.rules.ts';
import { grammarSchema } from './grammars.rules.ts';
import type { Llama, LlamaChat, LlamaLibrary, LlamaMessage, LlamaModel } from './port.ts';

const log = logger('engine');

/** Room that an answer needs at least, in tokens. */
const LEAST_ANSWER = 16;
/** Our levels for those of the library; all others are `debug`. Its lines tell what it did or could not use, never the prompt. */
const LEVELS = { fatal: 'error', error: 'error', warn: 'warn' } as const;

/** What the model is asked. */
export interface Question {
  messages: ChatMessages;
  /** The form of the answer: any text, any JSON, or JSON of a schema. */
  form: 'text' | 'json' | Readonly<Record<string, unknown>>;
  maxTokens: number | undefined;
  temperature: number;
  topP: number | undefined;
  seed: number | undefined;
}

/** The answer to a question that was understood: `write` waits for its turn and writes it. */
export interface Answer {
  /** Writes, and passes each piece to `onText` as it is written. Errors: the reason of the signal; those of the engine. */
  write(signal: AbortSignal, onText: (text: string) => void): Promise<Written>;
}

/** How an answer ended, with its tokens. */
export interface Written {
  finish: CompletionFinish;
  inputTokens: number;
  outputTokens: number;
}

/** The model in memory. */
interface Loaded {
  llama: Llama;
  model: LlamaModel;
  chat: LlamaChat;
  context: number;
}

@Injectable()
export class EngineClient implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private loaded: Loaded | undefined;
  /** One answer at a time: two would each take twice as long, and twice the memory. */
  private readonly turn = pLimit(1);
  /** Rejects at the shutdown: the engine notices an abort only when it has read some more, and the shutdown does not wait for it. */
  private readonly left = Promise.withResolvers<never>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    health: Health,
  ) {
    this.left.promise.catch(() => undefined); // nobody may be waiting
    health.addReadinessCheck('model', () => {
      if (!this.loaded) throw loading();
    });
  }

  /** Loads the model. Meanwhile requests are refused because it loads. A file that cannot be loaded ends the process. */
  onApplicationBootstrap(): void {
    void this.load();
  }

  beforeApplicationShutdown(): void {
    this.left.reject(new Error('The local model is shutting down'));
  }

  /** Most tokens of prompt and answer together; undefined while the model loads. */
  get context(): number | undefined {
    return this.loaded?.context;
  }

  /** Reads a question. Errors: EngineError for one that cannot be answered, or not now. */
  async read(question: Question): Promise<Answer> {
    const { loaded } = this;
    if (!loaded) throw loading();
    const messages = question.messages.map(messageOf);
    const prompt = promptTokens(loaded, messages);
    const room = loaded.context - prompt - 1;
    if (room < LEAST_ANSWER) throw contextTooLong(prompt, loaded.context);
    const grammar = await grammarOf(loaded.llama, question.form);
    const { activeCount, pendingCount } = this.turn;
    if (activeCount + pendingCount > this.config.LOCAL_MODEL_QUEUE) throw busy(pendingCount);
    const { maxTokens = Infinity, temperature, topP, seed } = question;
    const most = Math.min(maxTokens, room, this.config.LOCAL_MODEL_ANSWER);
    return {
      write: (signal, onText) => {
        const arrivedAt = performance.now();
        return this.turn(async () => {
          waited.observe((performance.now() - arrivedAt) / 1000);
          signal.throwIfAborted();
          let outputTokens = 0;
          const onToken = (written: readonly unknown[]): void => void (outputTokens += written.length);
          // No penalty on repetition beyond the usual one: a small model then misspells what it should copy from the facts.
          const options = { grammar, maxTokens: most, temperature, topP, seed, signal };
          try {
            const writing = loaded.chat.generateResponse(messages, {
              ...options,
              onTextChunk: onText,
              onToken,
            });
            const { metadata } = await Promise.race([writing, this.left.promise]);
            const finish = metadata.stopReason === 'maxTokens' ? 'length' : 'stop';
            return { finish, inputTokens: prompt, outputTokens };
          } finally {
            tokens.inc({ type: 'input' }, prompt);
            tokens.inc({ type: 'output' }, outputTokens);
          }
        });
      },
    };
  }

  private async load(): Promise<void> {
    const startedAt = performance.now();
    const {
      LOCAL_MODEL_ENGINE,
      LOCAL_MODEL_FILE,
      LOCAL_MODEL_CONTEXT,
      LOCAL_MODEL_THREADS: threads,
    } = this.config;
    const library = join(LOCAL_MODEL_ENGINE, 'node_modules/node-llama-cpp/dist/index.js');
    const { getLlama, LlamaChat } = (await import(pathToFileURL(library).href)) as LlamaLibrary;
    const llama = await getLlama({
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: threads,
      logLevel: 'warn',
      logger: tell,
    });
    const model = await llama.loadModel({ modelPath: LOCAL_MODEL_FILE });
    const contextSize = Math.min(model.trainContextSize, LOCAL_MODEL_CONTEXT);
    const context = await model.createContext({ contextSize, sequences: 1, threads });
    const chat = new LlamaChat({ contextSequence: context.getSequence() });
    this.loaded = { llama, model, chat, context: context.contextSize };
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    log.info(
      `${this.config.LOCAL_MODEL_NAME} is loaded after ${seconds} s, with a context of ${context.contextSize} tokens`,
    );
  }
}

function tell(level: string, message: string): void {
  log[LEVELS[level as keyof typeof LEVELS] ?? 'debug'](message.trim());
}

function messageOf({ role, content }: ChatMessages[number]): LlamaMessage {
  if (role === 'assistant') return { type: 'model', response: [content] };
  return { type: role === 'system' || role === 'developer' ? 'system' : 'user', text: content };
}

function promptTokens({ chat, model }: Loaded, messages: LlamaMessage[]): number {
  const chatHistory: LlamaMessage[] = [...messages, { type: 'model', response: [] }];
  return chat.chatWrapper.generateContextState({ chatHistory }).contextText.tokenize(model.tokenizer).length;
}

async function grammarOf(llama: Llama, form: Question['form']): Promise<object | undefined> {
  if (form === 'text') return undefined;
  if (form === 'json') return llama.getGrammarFor('json');
  try {
    return await llama.createGrammarForJsonSchema(grammarSchema(form));
  } catch (error) {
    log.debug({ err: error }, 'A schema becomes no grammar');
    throw invalidRequest('Failed to parse grammar: the JSON schema is not supported');
  }
}
