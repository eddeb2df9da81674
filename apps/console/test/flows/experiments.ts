// An experiment: from a selection of products over a dataset to the answer, and to the votes of people.
import type { Experiment } from '#client';
import { button, link, says } from '../find.ts';
import type { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

/** As few as name a winner of two arms. */
const PRODUCTS = 10;
const ASINS = Array.from({ length: PRODUCTS }, (_, place) => `B0SHELF${String(place + 1).padStart(3, '0')}`);

export function experimentFlow(stack: Stack): void {
  const ann = new Visitor(stack, { account: 'once' });
  const experiments = async (): Promise<Omit<Experiment, 'results'>[]> =>
    (await ann.api.listExperiments()).data.experiments;

  it('writes for selected products in two ways, says which is better and by how much, and lets people judge blind', async () => {
    await ann.person.importProducts(ASINS);
    const { page, visit } = await ann.open('/products');
    await page.getByRole('row').nth(1).getByRole('checkbox').click();
    await button(page, `Select all ${PRODUCTS} that match`).click();
    await button(page, 'Dataset…').click();
    await page.getByLabel('Name').fill('Boards');
    await visit.check();
    await page.keyboard.press('Control+Enter');
    await link(page, 'New experiment').click();

    await page.getByRole('combobox', { name: 'Write', exact: true }).selectOption('Bullet points');
    await page.getByText('Two arms write in the same way').waitFor();
    const second = page.getByRole('group', { name: 'Arm 2' });
    await second.getByLabel('Name').fill('Echo');
    await second.getByRole('combobox', { name: 'Model' }).fill('sandbox:echo');
    const offered = page.getByRole('listbox', { name: 'Model' });
    await offered.getByRole('option', { name: 'sandbox:echo', exact: true }).click();
    await page.getByRole('combobox', { name: 'A model judges the pairs' }).selectOption('sandbox:judge');
    await page.getByText('Does it tell what matters most').waitFor();
    await page.getByLabel('Questions of your own').fill('Does it name the brand?\nIs it short?');
    await page.getByText('Does it tell what matters most').waitFor({ state: 'detached' });
    await button(page, 'Add a minimum').click();
    await page.getByLabel('Percent, at least').fill('10');
    await page.getByText(`The judge would give ${PRODUCTS * 2} judgements at most.`).waitFor();
    await page
      .getByText(`${PRODUCTS * 2} texts would be written. The price of a model is not known.`)
      .waitFor();
    await visit.check();
    expect(await experiments()).toEqual([]);
    await button(page, 'Start').dblclick();

    await page.getByRole('heading', { name: '“Echo” is worse than “Now”' }).waitFor();
    await says(page, 'Completed');
    await page.getByText(/^Repeats itself more: [\d.]+ points less, sure to 95 % between/).waitFor();
    expect(await experiments()).toHaveLength(1);
    await page.getByText('“Echo” reaches it, but is worse than “Now”: keep “Now”').waitFor();
    await page.getByText(`The judge read the pairs of ${PRODUCTS} products in both orders`).waitFor();
    await page.getByText('The judge names no winner yet').waitFor();
    const answers = page.getByRole('table', { name: 'Answers about Echo' }).getByRole('row');
    expect(await answers.count()).toBe(3);
    expect(await answers.nth(1).innerText()).toMatch(
      /^Does it name the brand\?\s+[\d.]+%\s+[\d.]+%\s+−?\+?[\d.]+ \(.+ to .+\)\s+“Echo” better for \d+ products/,
    );
    await page.locator('summary').first().click();
    await link(page, 'Open the text of Echo').waitFor();
    await visit.check();

    await link(page, 'Judge pairs blind').click();
    await says(page, `0 judged, ${PRODUCTS} left`);
    expect(await page.locator('main').innerText()).not.toMatch(/Echo|Now\b|Is it short|^Yes:/m);
    await visit.check();
    await page.keyboard.press('4');
    await page.keyboard.press('1');
    await says(page, `1 judged, ${PRODUCTS - 1} left`);
    await page.keyboard.press('j');
    await page.getByText(/^You: A is better\. The judge: (A is better|B is better|alike)/i).waitFor();
    const said = page.getByRole('table', { name: 'Its answers' });
    expect(await said.getByRole('row').nth(2).innerText()).toMatch(
      /^Is it short\?\s+(Yes|No): “.+”\s+(Yes|No): “.+”/s,
    );
    expect(await said.innerText()).not.toMatch(/Echo|Now\b/);
    await visit.check();
    expect(await page.getByRole('checkbox', { name: 'Facts' }).isChecked()).toBe(false);
    await page.keyboard.press('0');
    await says(page, `2 judged, ${PRODUCTS - 2} left`);
    await link(page, 'To the experiment').click();
    await page.getByText(/^2 votes of people:/).waitFor();
    expect(visit.problems).toEqual([]);
  });
}
