// Defines what all lists share: the query of a page and the cursor in its answer.
import { z } from 'zod';

/** Query parameters of every list; `noun` is the plural of what is listed. */
export const pageQuery = (noun: string) => ({
  nextToken: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('`nextToken` of the previous page; send the same filters with it.'),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, 'Use a whole number from 1 to 100.')
    .transform(Number)
    .pipe(z.int().min(1).max(100))
    .default(10)
    .describe(`${noun} on the page, at most.`),
});

/** The same parameters on the bus, already parsed. */
export const pageInput = { nextToken: z.string().optional(), limit: z.int().min(1).max(100) };

/** Fields of every page besides its rows. */
export const pageOutput = {
  nextToken: z.string().optional().describe('Cursor of the next page; absent on the last one.'),
};
