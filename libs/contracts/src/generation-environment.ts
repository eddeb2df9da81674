// Defines the settings of a generation, as requests name them and as records have them.
import { z } from 'zod';
import { marketplace } from './marketplaces.ts';

/** Settings of one generation; each of them is optional. */
export const generationEnvironment = z
  .strictObject({
    language: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'BCP 47 tag or English name. Default: the language of the marketplace. One that is spoken there is written as it is there: `en` is `en-GB` for UK, `fr` is `fr-CA` for CA.',
      ),
    marketplace: marketplace
      .optional()
      .describe(
        "Where the text is for: its limits, policies, units and conventions hold. Default: the product's marketplace, else the workspace's.",
      ),
    model: z.string().min(1).max(128).optional().describe('`provider:model` from the enabled ones.'),
    system_prompt: z
      .string()
      .max(4000)
      .optional()
      .describe('Guidance on style. It adds to the built-in rules and never replaces them.'),
    temperature: z.number().min(0).max(2).optional().describe("Default: the application's temperature."),
    tone: z.string().min(1).max(64).optional().describe('Attitude, such as professional, friendly, witty.'),
    voice: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Id of a voice, or `none`. Default: the default voice of the workspace, if it has one.'),
    learn: z
      .boolean()
      .optional()
      .describe(
        'False: no accepted texts of other products are shown to the model as examples of words and rhythm. Default: true; attributes, search terms and SEO texts have no such examples.',
      ),
    writing_style: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Structure, such as benefit-led, storytelling.'),
  })
  .meta({ id: 'GenerationEnvironment' });
export type GenerationEnvironment = z.infer<typeof generationEnvironment>;

/** Settings as they are used; where the text is for, its voice and what it learns from stand beside them. */
export const usedEnvironment = generationEnvironment
  .omit({ marketplace: true, voice: true, learn: true })
  .meta({ id: 'UsedEnvironment' });
