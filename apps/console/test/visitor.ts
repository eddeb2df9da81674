// A person of the tests at the console: their account, and the page that they have open.
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Shelfscribe } from '#client';
import type { Person } from '#testing/environment';
import type { Stack, Visit } from './visit.ts';

interface Begin {
  /** How often the person gets an account: before the first test, or before each. */
  account: 'once' | 'each time';
  /** Makes what the tests begin with. */
  prepare?: (person: Person) => Promise<void>;
}

export class Visitor {
  readonly #stack: Stack;
  #person?: Person;
  #visit?: Visit;

  constructor(stack: Stack, { account, prepare }: Begin) {
    this.#stack = stack;
    const before = account === 'once' ? beforeAll : beforeEach;
    before(async () => {
      const [person] = await stack.environment.addPeople('ann');
      this.#person = person;
      await prepare?.(person);
    });
  }

  get person(): Person {
    if (!this.#person) throw new Error('The person has no account yet.');
    return this.#person;
  }

  /** What the person can do without the console. */
  get api(): Shelfscribe {
    return this.person.api;
  }

  /** The last visit. */
  get visit(): Visit {
    if (!this.#visit) throw new Error('No page has been opened.');
    return this.#visit;
  }

  /** The first tab of the last visit. */
  get page(): Page {
    return this.visit.page;
  }

  /** Signs the person in, in a browser that knows nothing yet. */
  async signIn(options?: BrowserContextOptions): Promise<{ visit: Visit; page: Page }> {
    this.#visit = await this.#stack.open(options);
    await this.#visit.signIn(this.person);
    return this;
  }

  /** The same, at a page of the console; `where` is that of `Stack.open`. */
  async open(path: string, ...where: Parameters<Stack['open']>): Promise<{ visit: Visit; page: Page }> {
    this.#visit = await this.#stack.openAs(this.person, `/console${path}`, ...where);
    return this;
  }
}
