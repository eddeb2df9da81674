// The file of products that the sandbox serves in tests.
import { readFileSync } from 'node:fs';
import { projectFile } from '#testing/servers';

/** Invented products, part of the repository. */
export const INVENTED_PRODUCTS = projectFile('test/data/products.json');

/** A product of such a file, as far as tests use it. */
export interface FileProduct {
  asin: string;
  title: string;
  description: string | null;
}

/** Reads the products of a file. */
export function readProducts(file: string): FileProduct[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { products: FileProduct[] }).products;
}
