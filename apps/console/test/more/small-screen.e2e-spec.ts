// The sign-in, the menus and all settings on a small screen in a real browser, in the dark and in Chinese.
import { exactButton as button } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

it('one can change the settings', async () => {
  const { page, visit } = await ann.signIn(PHONE_AT_NIGHT);
  await page.goto('/console/settings/limits');
  await page.getByText('，未设预算。').waitFor();
  await page.getByLabel('每月预算（USD）').fill('2.50');
  await button(page, '保存').click();
  await page.getByText('预算 US$2.50').first().waitFor();
  const { data } = await ann.api.getWorkspace({ path: { id: ann.person.workspaceId } });
  expect(data.monthlyBudgetMicros).toBe(2_500_000);
  await visit.check();
  for (const name of ['账户', '会话', 'API 密钥', '成员', 'Webhook', '模型']) {
    await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await visit.complete();
    await visit.check();
  }

  await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '工作区' }).click();
  await button(page, '新建工作区').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('二店');
  await dialog.getByLabel('默认站点').selectOption('DE');
  await visit.check();
  await button(dialog, '创建工作区').click();
  await page.waitForURL(/\/overview$/);
  await page.goto('/console/settings/workspace');
  expect(await page.getByLabel('默认站点').inputValue()).toBe('DE');
  await button(page, '清除此工作区').click();
  await dialog.getByLabel('请输入名称以确认：二店').fill('二店');
  await visit.check();
  await button(dialog, '清除').click();
  await page.waitForURL(/\/console\/overview$/); // of the other workspace: the session goes on there
  expect((await ann.api.listWorkspaces()).data.workspaces).toHaveLength(1);
  expect(visit.problems).toEqual([]);
});

it("one can sign in and find one's way", async () => {
  const visit = await stack.open(PHONE_AT_NIGHT);
  const { page } = visit;
  await page.goto('/console');
  await page.getByRole('button', { name: '登录' }).waitFor();
  await visit.check();
  await visit.signIn(ann.person);
  await page.goto('/console/nothing');
  await page.getByRole('heading', { name: '未找到' }).waitFor();
  await visit.check();
  await page.getByRole('button', { name: '账户' }).click();
  await page.getByRole('button', { name: '退出登录' }).waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '前往' }).click();
  await page.getByRole('option', { name: '新建商品' }).waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '按键' }).click();
  await page.getByRole('dialog', { name: '按键' }).waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('dialog', { name: '功能区' }).waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '打开菜单');
});
