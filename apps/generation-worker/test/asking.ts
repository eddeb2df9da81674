// Asks a model for the content of a task, without what a worker does around it.
import type { GenerationTask } from '#contracts';
import { applicationOf, promptOf } from '#content';
import { UsageMeter, type ModelClient } from '../src/models/index.ts';

export function askFor(
  models: ModelClient,
  task: GenerationTask,
  { signal = new AbortController().signal, meter = new UsageMeter() } = {},
) {
  const application = applicationOf(task);
  const { instructions, turns } = promptOf(task, 'MARK');
  return models.write({
    model: task.environment.model,
    instructions,
    turns,
    form: application.output(task),
    temperature: task.environment.temperature,
    maxOutputTokens: application.maxOutputTokens,
    signal,
    meter,
  });
}
