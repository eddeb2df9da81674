// The application `search-terms`: prompt, output, checks and offline composer of words by which buyers find a product unseen.
import type { Application } from '../port.ts';

export const searchTerms: Application<'TEXT'> = {
  promptRules:
    'Task: search terms, which buyers do not see: words by which they look for this product and which its title and bullet points do not say. Other names of the thing, other spellings, what it is used for and where, for whom. Words in lower case apart by single spaces, the likeliest first, as they are typed: no commas, no sentence, no articles or prepositions. No brand, neither its own nor another one, no product identifiers, no praise. No word twice, and none of the title and the bullet points in any form. Keywords (those of inputs_data, else of product_data): first those that title and bullet points do not say.',
  inputRules: () => [],
  output: () => 'text',
  maxOutputTokens: 4096,
  target: { fields: ['searchTerms'], patch: ([text]) => ({ searchTerms: text }) },
  check: () => [],
  compose: () => undefined,
};
