// The pictures of a product that a task is about, by their addresses.
import { APPLICATIONS, type GenerationTask, type Product } from '#contracts';

/** The addresses of the pictures, the main one first; none without a product. */
export function picturesOf({ inputs, product }: Pick<GenerationTask, 'inputs' | 'product'>): string[] {
  const { count } = APPLICATIONS['alt-text'].inputs.parse(inputs);
  const all = product ? [product.mainImage, ...(product.images ?? [])] : [];
  return [...new Set(all.filter((address) => address !== ''))].slice(0, count);
}

/** The task with a product that has these pictures alone. */
export function withPictures(task: GenerationTask, pictures: readonly string[]): GenerationTask {
  if (!task.product) return task;
  const product: Product = { ...task.product, mainImage: '', images: [...pictures] };
  return { ...task, product };
}
