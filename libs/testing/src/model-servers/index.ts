// Stand-ins that answer over HTTP as well-known model servers do: streams, errors, loading, a full context.
export { Anthropic } from './anthropic.ts';
export { LlamaCpp } from './llama-cpp.ts';
export { LmStudio } from './lm-studio.ts';
export { Ollama } from './ollama.ts';
export { OpenAi } from './openai.ts';
export { openStandIn, type StandIn } from './stand-in.ts';
export { Vllm } from './vllm.ts';
