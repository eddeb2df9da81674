// Prompts some generations of a batch as a sample of all, within one budget of CPU time.
import type { GenerationTask, Marketplace, Product } from '#contracts';
import { ContentError, promptOf, renderBudget, type RenderBudget } from '#content';
import type { CustomRecord, PromptedTask } from '../applications/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import { placed } from '../settings/index.ts';

/** What the generations of a batch share. */
type Shared = Pick<BatchTask, 'applicationId' | 'inputs' | 'environment' | 'voice'> & {
  home?: Marketplace | undefined;
};

/**
 * What a model would be sent for some products. They share a template, so the first rendering that takes what is left of the
 * budget is the last one. It counts only if it is the only one: after others it may have been stopped although it takes no
 * longer than they did. Other work of the process has its turn after each product.
 */
export async function sampleOf(
  batch: Shared,
  application: CustomRecord | undefined,
  products: readonly Product[],
  { mark, pause }: { mark: () => string; pause: () => Promise<unknown> },
): Promise<PromptedTask[]> {
  const budget = renderBudget();
  const sample: PromptedTask[] = [];
  for (const product of products) {
    const one = prompted(taskOf(batch, application, product), mark(), budget);
    const isSpent = budget.leftMs <= 0;
    if (!isSpent || sample.length === 0) sample.push(one);
    if (isSpent) break;
    await pause();
  }
  return sample;
}

function taskOf(
  { applicationId, inputs, environment, voice, home }: Shared,
  application: CustomRecord | undefined,
  product: Product,
): GenerationTask {
  return {
    applicationId,
    application,
    product,
    voice: voice ?? undefined,
    inputs: { ...inputs, productId: product.id },
    ...placed(environment, { product, home }),
  };
}

/** A generation whose prompt cannot be made has none: it would fail before a model is called. */
function prompted(task: GenerationTask, mark: string, budget: RenderBudget): PromptedTask {
  try {
    return { task, prompt: promptOf(task, mark, { budget }) };
  } catch (error) {
    if (error instanceof ContentError) return { task, prompt: undefined };
    throw error;
  }
}
