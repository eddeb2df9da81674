// A generation: written before one's eyes while its connection is cut; and a result, accepted and taken back.
import { FaultProxy } from '#testing/neighbours';
import type { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';
import { card, importedProduct, shownGeneration, write } from '../writing.ts';

const ASIN = 'B07Y33KYXZ';

export function generationFlows(stack: Stack): void {
  let productId: string;
  const ann = new Visitor(stack, {
    account: 'once',
    prepare: async (person) => {
      productId = await importedProduct(person, ASIN);
    },
  });

  describe('a generation', () => {
    it('is asked for by keys, read while it is written, and goes on after its connection was cut', async () => {
      const network = await FaultProxy.open(Number(new URL(stack.environment.baseUrl).port));
      const { sandboxUrl } = stack.environment;
      const baseUrl = `http://localhost:${network.port}/api/v2`;
      const { page, visit } = await ann.open(
        `/generations/new?product=${productId}`,
        {},
        { baseUrl, sandboxUrl },
      );
      await page.waitForFunction(
        (asin) => [...document.querySelectorAll('input')].some(({ value }) => value.includes(asin)),
        ASIN,
      );
      await visit.check();
      await write(page, 'sandbox:slow');
      await page.getByText('writing', { exact: true }).waitFor();
      const written = card(page, 'Written');
      await written.getByText(/\w{3}/).first().waitFor();
      const resumed = page.waitForRequest((request) => request.headers()['last-event-id'] !== undefined);
      network.silence();
      network.breakSilent();
      await resumed;
      await page.getByText('done', { exact: true }).waitFor();
      const { result, usage, environment: settings } = await shownGeneration(ann);
      expect(settings.model).toBe('sandbox:slow');
      // Findings are marked within the texts, in words too.
      const shown = (await written.innerText())
        .replace(/\n(Finding \d+:|\d+)(?=\n)/g, '')
        .replace(/\s+/g, ' ');
      for (const { header, text } of result as { header?: string; text: string }[])
        expect(shown).toContain([header, text].filter(Boolean).join(': '));
      const input = usage!.inputTokens!.toLocaleString('en');
      const output = usage!.outputTokens!.toLocaleString('en');
      await page.getByText(`${input} tokens in, ${output} out`).waitFor();
      await page.getByText('cost unknown').waitFor();
      visit.problems.splice(0); // what the browser says about the connection
      await visit.check();
      await network.close();
    });
  });

  describe('a result', () => {
    it('is accepted, shown first when the product has changed, and taken back', async () => {
      const { id, result } = await ann.person.generate({
        applicationId: 'product-title',
        inputs: { productId },
        environment: { model: 'sandbox:echo' },
      });
      const [{ text }] = result as [{ text: string }];
      const titleNow = async (): Promise<string> =>
        (await ann.api.getProduct({ path: { id: productId } })).data.title;
      const imported = await titleNow();
      const { page, visit } = await ann.open(`/generations/${id}`);
      await card(page, 'Now on the product').getByText(imported).waitFor();
      await ann.api.updateProduct({ path: { id: productId }, body: { title: 'Edited by somebody else' } });
      await page.keyboard.press('a');
      await page.getByText('The product has changed since this page showed it.', { exact: false }).waitFor();
      await card(page, 'Now on the product').getByText('Edited by somebody else').waitFor();
      await expect(titleNow()).resolves.toBe('Edited by somebody else');
      await visit.check();

      await page.getByRole('button', { name: 'Accept all the same' }).click();
      await page.getByText('Accepted: the product has this text.').waitFor();
      await expect(titleNow()).resolves.toBe(text);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Taken back after it was accepted.').waitFor();
      await expect(titleNow()).resolves.toBe('Edited by somebody else');
      expect(visit.problems).toEqual([]);
    });
  });
}
