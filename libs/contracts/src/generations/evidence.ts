// Defines what a result rests on: the sources of its sentences, what of the data it has, the versions it was written by.
import { z } from 'zod';

/** What a sentence of a result rests on. */
export const generationClaim = z
  .object({
    index: z.int().min(0).optional().describe('Index of the item. Only of RESULTS.'),
    start: z.int().min(0).describe('Where the sentence begins in the text, in code points.'),
    end: z.int().min(0).describe('Where it ends (exclusive), in code points.'),
    evidence: z
      .array(
        z.object({
          field: z.string().describe('Where the fact stands, such as `product.specification`.'),
          quote: z.string().describe('Words of that field.'),
        }),
      )
      .describe('The facts that the model named, as far as they stand there.'),
    supported: z.boolean().describe('False when no fact that the model named stands in the source data.'),
  })
  .meta({ id: 'GenerationClaim' });
export type GenerationClaim = z.infer<typeof generationClaim>;

/** Most sentences whose sources are kept. */
export const MAX_CLAIMS = 200;

/** How much of what was given stands in a result. */
export const generationCoverage = z
  .object({
    keywords: z.array(
      z.object({
        keyword: z.string(),
        found: z
          .array(z.string())
          .describe(
            'Where it stands: `text`, or the index and the field of an item, such as `0.text`, or the part of a listing, such as `bullets`.',
          ),
      }),
    ),
    facts: z
      .object({ used: z.int().min(0), of: z.int().min(0) })
      .describe(
        'Measures, materials, colours, origins, certifications and the brand of the source data: those that the result tells, of all.',
      ),
  })
  .meta({ id: 'GenerationCoverage' });
export type GenerationCoverage = z.infer<typeof generationCoverage>;

/** Versions of what an attempt has written by. */
export const usedVersions = z.object({
  promptVersion: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Version of what models are told for its application: rules, policies, languages and marketplaces.',
    ),
  policyVersion: z.string().max(64).optional().describe('Version of the policies by which it was checked.'),
});
