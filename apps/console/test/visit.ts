// A person at the console: a real browser on the whole system, and what must hold wherever it is.
import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Account, Environment } from '#testing/environment';
import { until } from '#testing/until';

/** Debian's Chromium; elsewhere an installed Chrome. */
const CHROMIUM = '/usr/bin/chromium';
/** Nothing that asks other hosts. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A flow walks through many pages, and looks at the accessibility of each. */
import.meta.jest.setTimeout(60_000);

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A small screen, in the dark and in Chinese. */
export const PHONE_AT_NIGHT: BrowserContextOptions = {
  colorScheme: 'dark',
  locale: 'zh-CN',
  viewport: { width: 320, height: 640 },
};

/** Starts a browser; one is enough for all visits of a file. */
export function openBrowser(): Promise<Browser> {
  const program = existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : { channel: 'chrome' };
  return chromium.launch({ ...program, args: FLAGS });
}

/** A visit: its own cookies and storage, a first tab, and a note of everything that went wrong in any tab. */
export class Visit {
  readonly page: Page;
  /** Errors on the console of the browser, breaches of the policy among them, and requests to other hosts. */
  readonly problems: string[] = [];
  readonly #environment: Pick<Environment, 'baseUrl' | 'sandboxUrl'>;

  private constructor(page: Page, environment: Pick<Environment, 'baseUrl' | 'sandboxUrl'>) {
    this.page = page;
    this.#environment = environment;
  }

  /** Opens a tab with nothing in it. */
  static async open(
    browser: Browser,
    environment: Pick<Environment, 'baseUrl' | 'sandboxUrl'>,
    options: BrowserContextOptions = {},
  ): Promise<Visit> {
    const context = await browser.newContext({
      baseURL: new URL(environment.baseUrl).origin,
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(20_000); // less than that of a test, so that what it waits for is named
    const visit = new Visit(await context.newPage(), environment);
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

  /** Signs in on the sign-in page, and waits for the frame. */
  async signIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
    await this.page.goto('/console/sign-in');
    await this.fillIn({ email, password });
    await this.page.getByRole('banner').waitFor();
  }

  /** Sends the form of the sign-in. */
  async fillIn({ email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
    await this.page.locator('input[name=email]').fill(email);
    await this.page.locator('input[name=password]').fill(password);
    await this.page.locator('form button[type=submit]').click();
  }

  /** Fails unless the first tab, as it is now, is accessible, and nothing went wrong until now. */
  async check(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).withTags(RULES).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found).toEqual([]);
    expect(await this.#wider()).toEqual([]);
    expect(this.problems).toEqual([]);
  }

  /** Closes all tabs. */
  close(): Promise<void> {
    return this.page.context().close();
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
    const own = [this.#environment.baseUrl, this.#environment.sandboxUrl].map((url) => new URL(url).origin);
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
