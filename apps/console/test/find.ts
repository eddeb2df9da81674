// Finds what tests act on most: by its role and its name, as a person does.
import type { Locator, Page } from 'playwright-core';

type Place = Page | Locator;
type Name = string | RegExp;

/** A button whose name has these words. */
export const button = (within: Place, name: Name): Locator => within.getByRole('button', { name });

/** A button of just this name. */
export const exactButton = (within: Place, name: Name): Locator =>
  within.getByRole('button', { name, exact: true });

export const link = (within: Place, name: Name): Locator => within.getByRole('link', { name });

/** The row of a table that has this text. */
export const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Waits until the page says this about how something stands. */
export const says = (page: Page, text: Name): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();
