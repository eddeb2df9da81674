// What the local model needs of node-llama-cpp 3.21, which is installed by `npm run model` alone, so without its types.

/** The part of the library that is used. */
export interface LlamaLibrary {
  getLlama: (options: object) => Promise<Llama>;
  LlamaChat: new (options: { contextSequence: LlamaSequence }) => LlamaChat;
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<object>;
  getGrammarFor(type: 'json'): Promise<object>;
}

export interface LlamaModel {
  /** Tokens with which the model was trained. */
  readonly trainContextSize: number;
  createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<LlamaContext>;
  tokenizer: unknown;
}

export interface LlamaContext {
  readonly contextSize: number;
  getSequence(): LlamaSequence;
}

/** A conversation that the model remembers; what a prompt has in common with the last one is not read again. */
export type LlamaSequence = object;

/** A message as the library has it. */
export type LlamaMessage = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

export interface LlamaChat {
  readonly chatWrapper: {
    generateContextState(of: { chatHistory: LlamaMessage[] }): {
      contextText: { tokenize(tokenizer: unknown): readonly unknown[] };
    };
  };
  generateResponse(
    messages: LlamaMessage[],
    options: {
      grammar: object | undefined;
      maxTokens: number;
      temperature: number;
      topP: number | undefined;
      seed: number | undefined;
      signal: AbortSignal;
      onTextChunk: (text: string) => void;
      onToken: (tokens: readonly unknown[]) => void;
    },
  ): Promise<{ metadata: { stopReason: string } }>;
}
