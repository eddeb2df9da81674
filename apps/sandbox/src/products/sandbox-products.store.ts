// Reads the file of products once at start and finds products in it by ASIN.
import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const productRecord = z.object({
  asin: z.string(),
  locale: z.string(),
  title: z.string(),
  brand: z.string().nullable(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  bullets: z.array(z.string()),
  category: z.array(z.string()).describe('Root first.'),
  image: z.string().nullable().describe('Only its presence matters: the sandbox draws its own pictures.'),
  specification: z.record(z.string(), z.string()).optional(),
});
/** A product of the file. */
export type ProductRecord = z.infer<typeof productRecord>;

const productFile = z.object({ products: z.array(productRecord) });

@Injectable()
export class SandboxProductsStore {
  private constructor(private readonly byAsin: ReadonlyMap<string, ProductRecord>) {}

  /** Reads the file; without a path there are no products. Throws one error that names the file and the reason. */
  static async load(path: string | undefined): Promise<SandboxProductsStore> {
    if (path === undefined) return new SandboxProductsStore(new Map());
    try {
      const { products } = productFile.parse(JSON.parse(await readFile(path, 'utf8')));
      return new SandboxProductsStore(new Map(products.map((product) => [product.asin, product])));
    } catch (error) {
      throw new Error(`SANDBOX_PRODUCTS: ${path} is not a file of products: ${reason(error)}`, {
        cause: error,
      });
    }
  }

  find(asin: string): ProductRecord | undefined {
    return this.byAsin.get(asin);
  }
}

function reason(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [first] = error.issues;
  return `${first?.path.join('.')}: ${first?.message}`;
}
