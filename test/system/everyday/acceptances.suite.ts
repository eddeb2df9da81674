// Accepted results and the products that they are written to, over HTTP: no edit is lost, and the record tells what the
// product has, also after a crash. The test is the marketplace and the model: it answers for the workers.
import { fc } from '#testing/property';
import type { AcceptanceRequest, Product, ProductPatch } from '#client';
import type { GenerationResult, ImportedProduct, ProductEditor, ProductField } from '#contracts';
import type { Person } from '#testing/environment';
import { answerTo } from '../helpers/answer-to.ts';
import { marketplaceHas, type StandInWorkers } from '../helpers/stand-in-workers.ts';

export const acceptances = (workers: StandInWorkers): void =>
  describe('acceptances', () => {
    let ann: Person;
    beforeAll(async () => {
      ann = await workers.newPerson();
    });

    const nextAsin = (): string => workers.nextAsin();
    const importAs = (asin: string, product: ImportedProduct): Promise<string> =>
      workers.importAs(asin, product);
    const resultAbout = (id: string, applicationId: string, result: GenerationResult): Promise<string> =>
      workers.resultAbout(id, applicationId, result);

    const accept = (id: string, body: AcceptanceRequest, version?: number): Promise<Response> =>
      answerTo(ann.api.acceptGeneration({ path: { id }, body, ...tagged(version) }));
    const edit = (id: string, body: ProductPatch, version: number): Promise<Response> =>
      answerTo(ann.api.updateProduct({ path: { id }, body, ...tagged(version) }));
    const tagged = (version?: number) =>
      version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } };
    const reviewOf = async (id: string) => (await ann.api.getGeneration({ path: { id } })).data.review;

    describe('edits, imports, deletions, restorations and acceptances in any order', () => {
      /** What a product should be, and which results there are about it. */
      interface Model {
        theirs: ImportedProduct;
        edits: Partial<Record<ProductField, unknown>>;
        editedBy: Partial<Record<ProductField, ProductEditor>>;
        isDeleted: boolean;
        version: number;
        titleResult: string;
        bulletsResult: string;
        /** The results that were accepted. */
        accepted: readonly string[];
      }
      /** Does something to a product; returns what it should be then. */
      type Step = (id: string, model: Model) => Promise<Model>;

      const word = fc.constantFrom('One', 'Two', 'Drei\u0301', '\u56db "quoted" \\');
      const words = fc.array(word, { maxLength: 3 });
      const theirs = fc
        .record({ title: word, feature: word, features: words }, { requiredKeys: ['title'] })
        .map(marketplaceHas);
      const ours = fc.record(
        { title: fc.option(word), feature: fc.option(word), features: fc.option(words) },
        { requiredKeys: [] },
      );
      const TITLES = ['A title', 'Another title'];
      const BULLETS: Record<string, string>[] = [
        { header: 'Wood', text: 'Oak' },
        { text: 'Oiled by hand' },
        { text: 'Cut from one plank' },
      ];
      const LINES = ['Wood: Oak', 'Oiled by hand', 'Cut from one plank'];

      function edited(model: Model, patch: ProductPatch, by: ProductEditor): Model {
        const edits = { ...model.edits };
        const editedBy = { ...model.editedBy };
        for (const [field, value] of Object.entries(patch) as [ProductField, unknown][]) {
          delete edits[field];
          delete editedBy[field];
          if (value === null) continue;
          edits[field] = value;
          editedBy[field] = by;
        }
        return { ...model, edits, editedBy };
      }

      const editing =
        (body: ProductPatch): Step =>
        async (id, model) => {
          const { status } = await edit(id, body, model.version);
          expect(status).toBe(model.isDeleted ? 404 : 200);
          return model.isDeleted ? model : edited(model, body, 'person');
        };
      const importing =
        (asin: () => string, product: ImportedProduct): Step =>
        async (id, model) => {
          expect(await importAs(asin(), product)).toBe(id);
          const kept = model.isDeleted ? { edits: {}, editedBy: {} } : {};
          return { ...model, ...kept, theirs: product, isDeleted: false };
        };
      const deleting: Step = async (id, model) => {
        const { status } = await answerTo(ann.api.deleteProduct({ path: { id } }));
        expect(status).toBe(model.isDeleted ? 404 : 204);
        return { ...model, isDeleted: true };
      };
      const restoring: Step = async (id, model) => {
        const { status } = await answerTo(ann.api.restoreProduct({ path: { id } }));
        expect(status).toBe(200);
        return { ...model, isDeleted: false };
      };
      const accepting =
        (variant: number | 'bullets', isStale: boolean): Step =>
        async (_id, model) => {
          const isTitle = variant !== 'bullets';
          const result = isTitle ? model.titleResult : model.bulletsResult;
          const body = isTitle ? { variant } : {};
          const { status, headers } = await accept(result, body, isStale ? model.version + 1 : undefined);
          expect(status).toBe(model.isDeleted ? 409 : isStale ? 412 : 200);
          if (status === 412) expect(headers.get('etag')).toBe(`"${model.version}"`);
          if (status !== 200) return model;
          const patch = isTitle ? { title: TITLES[variant] } : { features: LINES, feature: LINES[0] };
          return { ...edited(model, patch, 'generation'), accepted: [...model.accepted, result] };
        };

      let asin = '';
      const step: fc.Arbitrary<Step> = fc.oneof(
        { weight: 3, arbitrary: ours.map(editing) },
        { weight: 2, arbitrary: theirs.map((product) => importing(() => asin, product)) },
        { weight: 1, arbitrary: fc.constant(deleting) },
        { weight: 1, arbitrary: fc.constant(restoring) },
        {
          weight: 3,
          arbitrary: fc
            .tuple(fc.constantFrom<(number | 'bullets')[]>(0, 1, 'bullets'), fc.boolean())
            .map((accepted) => accepting(...accepted)),
        },
      );

      /** Compares a product with its model; returns its version. */
      async function compared(
        id: string,
        { theirs: has, edits, editedBy, isDeleted, version }: Model,
      ): Promise<number> {
        const call = ann.api.getProduct({ path: { id } });
        expect((await answerTo(call)).status).toBe(isDeleted ? 404 : 200);
        if (isDeleted) return version;
        const fields = Object.keys(edits) as ProductField[];
        const known = fields.filter((field) => has[field] !== undefined);
        const imported = Object.fromEntries(known.map((field) => [field, has[field]]));
        const marks = fields.length > 0 ? { edited: expect.any(Array), editedBy, imported } : {};
        const product = (await call).data as Extract<Product, { genre: 'Retailer' }>;
        const { id: _i, asin: _a, genre: _g, marketplace: _m, version: present = 0, ...rest } = product;
        const { createdAt: _c, updatedAt: _u, texts: _t, ...shown } = rest;
        expect(shown).toEqual({ ...has, ...edits, ...marks });
        expect([...(shown.edited ?? [])].sort()).toEqual(fields.sort());
        return present;
      }

      it('leave each edit with its author, the values of the marketplace beneath it, and each review as it was answered', async () => {
        const run = async (first: ImportedProduct, steps: readonly Step[]): Promise<void> => {
          asin = nextAsin();
          const id = await importAs(asin, first);
          const titleResult = await resultAbout(
            id,
            'product-title',
            TITLES.map((text) => ({ text })),
          );
          const bulletsResult = await resultAbout(id, 'bullet-points', BULLETS);
          const none = { edits: {}, editedBy: {}, isDeleted: false, accepted: [] };
          let model: Model = { theirs: first, ...none, version: 1, titleResult, bulletsResult };
          for (const take of steps) {
            model = await take(id, model);
            model.version = await compared(id, model);
          }
          for (const result of [titleResult, bulletsResult]) {
            const isAccepted = model.accepted.includes(result);
            const review = isAccepted ? { state: 'ACCEPTED', to: 'product', id } : { state: 'PENDING' };
            expect(await reviewOf(result)).toMatchObject(review);
          }
        };
        const property = fc.asyncProperty(theirs, fc.array(step, { minLength: 3, maxLength: 10 }), run);
        await fc.assert(property, { numRuns: 25 }); // a failure prints its seed
      });

      it('of one version succeed once when people edit and accept at the same moment', async () => {
        const id = await importAs(nextAsin(), marketplaceHas({}));
        const titles = Array.from({ length: 10 }, (_, n) => `Title ${n}`);
        const result = await resultAbout(
          id,
          'product-title',
          titles.map((text) => ({ text })),
        );
        const answers = await Promise.all([
          ...titles.map((_title, variant) => accept(result, { variant }, 1)),
          ...titles.map((title) => edit(id, { title }, 1)),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
        const { version, ...product } = (await ann.api.getProduct({ path: { id } })).data;
        expect(version).toBe(2);
        const isAccepted = (await reviewOf(result))?.state === 'ACCEPTED';
        expect(product).toMatchObject({ editedBy: { title: isAccepted ? 'generation' : 'person' } });
      });
    });
  });
