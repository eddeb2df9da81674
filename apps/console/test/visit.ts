// A person at the console: a real browser on the whole system, and what must hold wherever it is.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { fillIn, openBrowser } from '#testing/browser';
import { ANY_WEBHOOK_PORT, Environment, type Account } from '#testing/environment';
import { until } from '#testing/until';

/** Longest wait for one thing on a page, in milliseconds: less than a flow, so that what it waits for is named. */
const LONGEST_WAIT_MS = 60_000;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A small screen, in the dark and in Chinese. */
export const PHONE_AT_NIGHT: BrowserContextOptions = {
  colorScheme: 'dark',
  locale: 'zh-CN',
  viewport: { width: 320, height: 640 },
};

/** The sum of the shifts of the layout until now, without those that follow an action at once. */
const SHIFTS = `(() => {
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput);
  observer.disconnect();
  return shifts.reduce((sum, { value }) => sum + value, 0);
})()`;

/** Where the console is, and the pictures of its products. */
type Address = Pick<Environment, 'baseUrl' | 'sandboxUrl'>;

/** A running system, and how to stop it. */
interface Opened {
  system: Environment;
  close(): Promise<void>;
}

/** The whole system and a browser for the tests of a file: started before them, stopped after them. */
export class Stack {
  #opened?: Opened;
  #browser?: Browser;
  #visits: Visit[] = [];

  /** `prepare` makes what the tests begin with; `open` starts the system, by default with its usual settings. */
  constructor(
    prepare: (environment: Environment) => Promise<void> = () => Promise.resolve(),
    open: () => Promise<Opened> = openUsual,
  ) {
    beforeAll(async () => {
      this.#browser = await openBrowser();
      this.#opened = await open();
      await prepare(this.environment);
    });
    afterEach(() => Promise.all(this.#visits.splice(0).map((visit) => visit.close())));
    afterAll(async () => {
      await this.#browser?.close();
      await this.#opened?.close();
    });
  }

  get environment(): Environment {
    if (!this.#opened) throw new Error('The system has not been started.');
    return this.#opened.system;
  }

  /** Opens a visit, which ends with the test. */
  async open(options: BrowserContextOptions = {}, at: Address = this.environment): Promise<Visit> {
    if (!this.#browser) throw new Error('The browser has not been started.');
    const visit = await Visit.open(this.#browser, at, options);
    this.#visits.push(visit);
    return visit;
  }

  /** Opens a visit in which a person is signed in, at a page. */
  async openAs(
    person: Pick<Account, 'email' | 'password'>,
    path: string,
    ...where: Parameters<Stack['open']>
  ): Promise<Visit> {
    const visit = await this.open(...where);
    await visit.signIn(person);
    await visit.page.goto(path);
    return visit;
  }
}

async function openUsual(): Promise<Opened> {
  const system = await Environment.start({ variables: { all: ANY_WEBHOOK_PORT } });
  return { system, close: () => system.stop() };
}

/** A visit: its own cookies and storage, a first tab, and a note of everything that went wrong in any tab. */
export class Visit {
  readonly page: Page;
  /** Errors on the console of the browser, breaches of the policy among them, and requests to other hosts. */
  readonly problems: string[] = [];
  readonly #address: Address;

  private constructor(page: Page, address: Address) {
    this.page = page;
    this.#address = address;
  }

  /** Opens a tab with nothing in it. */
  static async open(browser: Browser, address: Address, options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: new URL(address.baseUrl).origin,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(LONGEST_WAIT_MS);
    const visit = new Visit(await context.newPage(), address);
    visit.#listen(visit.page);
    return visit;
  }

  /** Opens another tab of the same browser. */
  async openTab(): Promise<Page> {
    const tab = await this.page.context().newPage();
    this.#listen(tab);
    return tab;
  }

  /** Waits until the tab has a title. */
  async title(title: string): Promise<void> {
    await until(`the tab is called ${title}`, async () => (await this.page.title()) === title);
  }

  /** Waits until the first tab shows a page with all that it loads. */
  async complete(): Promise<void> {
    await this.page.locator('main h1').waitFor();
    const waiting = this.page.getByRole('status', { name: /Loading|加载/ });
    await until('the page is complete', async () => (await waiting.count()) === 0);
  }

  /** Signs in on the sign-in page, and waits for the frame. */
  async signIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
    await this.page.goto('/console/sign-in');
    await this.fillIn({ email, password });
    await this.page.getByRole('banner').waitFor();
  }

  /** Sends the form of the sign-in. */
  fillIn(account: Pick<Account, 'email' | 'password'>): Promise<void> {
    return fillIn(this.page, account);
  }

  /** Fails unless the first tab, as it is now, is accessible, and nothing went wrong until now. */
  async check(): Promise<void> {
    expect(await this.findings()).toEqual([]);
  }

  /** What is not accessible in the first tab, as it is now, and what went wrong until now. */
  async findings(): Promise<string[]> {
    // Further down, the header covers in part what lies beneath it, which axe takes for too small to be hit.
    const place = await this.#scrollTo(0);
    const axe = new AxeBuilder({ page: this.page }).options({ runOnly: RULES, resultTypes: ['violations'] });
    // The other mode is for frames of other origins, and opens a page each time, which takes two seconds.
    const { violations } = await axe.setLegacyMode().analyze();
    await this.#scrollTo(place);
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    return [...found, ...(await this.#wider()), ...this.problems];
  }

  /** How much the layout of the first tab has shifted since it was loaded: the sum that browsers call CLS. */
  shifts(): Promise<number> {
    return this.page.evaluate<number>(SHIFTS);
  }

  /** Closes all tabs. */
  close(): Promise<void> {
    return this.page.context().close();
  }

  /** Scrolls the first tab so far down, in CSS pixels; gives how far it was. */
  #scrollTo(top: number): Promise<number> {
    return this.page.evaluate((to) => {
      const from = scrollY;
      scrollTo({ top: to, behavior: 'instant' });
      return from;
    }, top);
  }

  /** What is wider than the window, so that the page must be scrolled sideways. */
  #wider(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const wider = [...document.body.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      );
      return wider.map((element) => `<${element.tagName} class="${element.className}">`);
    });
  }

  #listen(page: Page): void {
    const own = [this.#address.baseUrl, this.#address.sandboxUrl].map((url) => new URL(url).origin);
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('console', (message) => {
      // The browser reports each refusal of the API as an error; what it means to a person is tested elsewhere.
      const isAnswer =
        /^Failed to load resource/.test(message.text()) && /\/api\//.test(message.location().url);
      if (message.type() === 'error' && !isAnswer) this.problems.push(message.text());
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && !own.includes(origin)) this.problems.push(`Asked ${request.url()}`);
    });
  }
}
