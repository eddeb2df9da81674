// Edits outlive imports, and a product tells when a fact changed that texts are written from: random sequences of edits,
// imports, deletions and restorations against a model of the product.
import { isDeepStrictEqual } from 'node:util';
import { fc } from '#testing/property';
import {
  deleteProduct,
  editProduct,
  findProduct,
  getProduct,
  listProducts,
  patchProduct,
  restoreProduct,
  SOURCE_FIELDS,
  type Actor,
  type ImportedProduct,
  type Product,
  type ProductEditor,
  type ProductField,
  type ProductPatch,
} from '#contracts';
import { newId } from '#platform/context';
import { aProduct, importAgain, someone, sql, type Catalogue } from '../catalogue.ts';

const ASIN = 'B0EDITED01';
const NOT_FOUND = { code: 'NotFound', target: 'id' };

/** What a product should be. */
interface Model {
  theirs: ImportedProduct;
  edits: Partial<Record<ProductField, unknown>>;
  editedBy: Partial<Record<ProductField, ProductEditor>>;
  /** What people had written where accepted texts stand now. */
  beneath: Partial<Record<ProductField, unknown>>;
  isDeleted: boolean;
}

/** Does something to a product; returns what it should be then. */
type Step = (actor: Actor, id: string, model: Model) => Promise<Model>;

export const productEdits = (shared: () => Catalogue): void =>
  describe('edits of products', () => {
    let catalogue: Catalogue;
    beforeAll(() => {
      catalogue = shared();
    });

    const word = fc.constantFrom('One', 'Two', 'Drei\u0301', '\u56db "quoted" \\');
    const words = fc.array(word, { maxLength: 3 });
    const theirs: fc.Arbitrary<ImportedProduct> = fc
      .record(
        { title: word, feature: word, keywords: words, features: words, mainImage: word },
        { requiredKeys: ['title'] },
      )
      .map((fields) => ({ ...aProduct(''), ...fields }));
    const ours: fc.Arbitrary<ProductPatch> = fc.record(
      {
        title: fc.option(word),
        feature: fc.option(word),
        keywords: fc.option(words),
        features: fc.option(words),
        mainImage: fc.option(fc.webUrl()),
      },
      { requiredKeys: [] },
    );

    function edit(actor: Actor, id: string, body: ProductPatch, by: ProductEditor): Promise<unknown> {
      if (by === 'person') return catalogue.gateway.request(patchProduct, { actor, id, body });
      return catalogue.generations.request(editProduct, {
        workspaceId: actor.workspaceId,
        id,
        body,
        key: newId(),
      });
    }

    function editing(body: ProductPatch, by: ProductEditor): Step {
      return async (actor, id, model) => {
        const written = edit(actor, id, body, by);
        if (model.isDeleted) {
          await expect(written).rejects.toMatchObject(NOT_FOUND);
          return model;
        }
        await written;
        const edits = { ...model.edits };
        const editedBy = { ...model.editedBy };
        const beneath = { ...model.beneath };
        for (const [field, value] of Object.entries(body) as [ProductField, unknown][]) {
          if (by === 'person' || value === null) delete beneath[field];
          else if (editedBy[field] === 'person') beneath[field] = edits[field];
          delete edits[field];
          delete editedBy[field];
          if (value === null) continue;
          edits[field] = value;
          editedBy[field] = by;
        }
        return { ...model, edits, editedBy, beneath };
      };
    }

    function importing(product: ImportedProduct): Step {
      return async (actor, id, model) => {
        expect(await importAgain(catalogue, actor, ASIN, product)).toBe(id);
        const kept = model.isDeleted ? { edits: {}, editedBy: {}, beneath: {} } : model;
        return { ...kept, theirs: product, isDeleted: false };
      };
    }

    const deleting: Step = async (actor, id, model) => {
      const deleted = catalogue.gateway.request(deleteProduct, { actor, id });
      if (model.isDeleted) await expect(deleted).rejects.toMatchObject(NOT_FOUND);
      else await deleted;
      return { ...model, isDeleted: true };
    };

    const restoring: Step = async (actor, id, model) => {
      await catalogue.gateway.request(restoreProduct, { actor, id });
      return { ...model, isDeleted: false };
    };

    const step: fc.Arbitrary<Step> = fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(ours, fc.constantFrom('person', 'generation'))
          .map((edited) => editing(...edited)),
      },
      { weight: 3, arbitrary: theirs.map(importing) },
      { weight: 1, arbitrary: fc.constant(deleting) },
      { weight: 1, arbitrary: fc.constant(restoring) },
    );

    /** Compares a product, alone and in the list, with its model; returns it, or undefined while it is deleted. */
    async function compared(actor: Actor, id: string, model: Model): Promise<Product | undefined> {
      const { products } = await catalogue.gateway.request(listProducts, { actor, limit: 10 });
      if (model.isDeleted) {
        await expect(catalogue.gateway.request(getProduct, { actor, id })).rejects.toMatchObject(NOT_FOUND);
        expect(products).toEqual([]);
        return undefined;
      }
      const product = await catalogue.gateway.request(getProduct, { actor, id });
      const fields = Object.keys(model.edits) as ProductField[];
      const known = fields.filter((field) => model.theirs[field] !== undefined);
      const imported = Object.fromEntries(known.map((field) => [field, model.theirs[field]]));
      const { editedBy } = model;
      const marks = fields.length > 0 ? { edited: expect.arrayContaining(fields), editedBy } : {};
      const inList = {
        id,
        genre: 'Retailer',
        asin: ASIN,
        marketplace: 'US',
        version: expect.any(Number),
        createdAt: expect.any(Number),
        updatedAt: expect.any(Number),
        ...model.theirs,
        ...model.edits,
        ...marks,
      };
      expect(products).toEqual([inList]);
      if (product.genre === 'Retailer') expect(product.edited ?? []).toHaveLength(fields.length);
      expect(product).toEqual(fields.length > 0 ? { ...inList, imported } : inList);
      return product;
    }

    /** What texts about the product are written from: without what accepted texts wrote. */
    function factsOf({ theirs: imported, edits, editedBy, beneath }: Model): string {
      const facts = SOURCE_FIELDS.map((field) => {
        const fact = beneath[field] ?? (editedBy[field] === 'person' ? edits[field] : imported[field]);
        return fact === undefined || (fact as string | string[]).length === 0 ? null : fact;
      });
      return JSON.stringify(facts);
    }

    interface Versions {
      version: number;
      source: number;
    }

    async function versionsOf(id: string): Promise<Versions> {
      const text = 'SELECT version, source_version AS source FROM product WHERE id = $1';
      const [row] = await sql<Versions>(catalogue, text, [id]);
      return row ?? { version: 0, source: 0 };
    }

    /** Equal facts have one hash, whenever the product has them, and no others have the same. */
    async function compareHash(
      { workspaceId }: Actor,
      id: string,
      facts: string,
      hashes: Map<string, string>,
    ): Promise<void> {
      const { sourceHash = '' } = await catalogue.generations.request(findProduct, { workspaceId, id });
      expect(sourceHash).toBe(hashes.get(facts) ?? sourceHash);
      hashes.set(facts, sourceHash);
      expect(new Set(hashes.values()).size).toBe(hashes.size);
    }

    it('keeps edits over imports, counts a version for each change that is seen, and notes that of the last fact', async () => {
      const run = async (first: ImportedProduct, steps: readonly Step[]): Promise<void> => {
        const actor = someone();
        const id = await importAgain(catalogue, actor, ASIN, first);
        let model: Model = { theirs: first, edits: {}, editedBy: {}, beneath: {}, isDeleted: false };
        const hashes = new Map<string, string>();
        let last = await compared(actor, id, model);
        let versions = await versionsOf(id);
        for (const take of steps) {
          const before = last;
          const { source } = versions;
          const facts = factsOf(model);
          model = await take(actor, id, model);
          last = await compared(actor, id, model);
          versions = await versionsOf(id);
          expect(versions.source).toBe(factsOf(model) === facts ? source : versions.version);
          if (last) await compareHash(actor, id, factsOf(model), hashes);
          if (!before || !last) continue;
          const [was, is] = [before, last].map(({ version: _v, updatedAt: _u, ...shown }) => shown);
          expect(last.version).toBe((before.version ?? 0) + (isDeepStrictEqual(was, is) ? 0 : 1));
        }
      };
      await fc.assert(fc.asyncProperty(theirs, fc.array(step, { maxLength: 10 }), run), { numRuns: 40 });
    });
  });
