// The form of an answer with claims: beside the content, what each sentence rests on. Only the content is published.
import { z } from 'zod';
import { TEXT_FORM } from '../applications/output-schema.rules.ts';
import type { ItemsOutput, JsonForm } from '../applications/port.ts';

/** What a model says that a part of its text rests on: words of a field of the source data. */
const statedClaim = z.object({
  text: z.string().describe('The sentence, word for word.'),
  field: z.string().describe('Block and key of the fact, such as product.specification.'),
  quote: z.string().describe('The words of that field, copied exactly.'),
});
export type StatedClaim = z.infer<typeof statedClaim>;

/** Most claims that are looked at, several times what a content has sentences. */
const MOST = 300;

/** Claims never spoil an answer: those that are not as they should be are none. */
const claims = z
  .array(statedClaim.catch({ text: '', field: '', quote: '' }))
  .catch([])
  .transform((all) => all.slice(0, MOST))
  .optional();

const { $schema: _dialect, ...CLAIM_SCHEMA } = z.toJSONSchema(statedClaim);
const CLAIMS_SCHEMA = { type: 'array', items: CLAIM_SCHEMA };

/** An answer with its claims. */
export interface ClaimedAnswer<T> {
  content: T;
  /** Undefined where the model gave none. */
  claims: StatedClaim[] | undefined;
}

/** What a model is told of claims. */
export const CLAIM_RULES =
  'Claims: beside the content, return `claims`. For each sentence (a title, a header and a bullet point are each one) it has an entry for every fact that the sentence rests on: `text` is the sentence word for word, `field` the block and key of the fact (product.title, product.specification, document.content, inputs.audience), `quote` the words of that field, copied exactly and in their own language. Do not write a sentence for which there is no such fact. Claims are for the check and are not published.';

/** The form of an answer that has the items, or the text under `text`, and the claims after it. */
export function claimedForm<T extends 'text' | ItemsOutput>(
  form: T,
): JsonForm<ClaimedAnswer<T extends 'text' ? string : z.output<ItemsOutput['accepts']>>>;
export function claimedForm(form: 'text' | ItemsOutput): JsonForm<ClaimedAnswer<unknown>> {
  if (form === 'text') {
    const schema = withClaims(TEXT_FORM.schema.properties, ['text']);
    const accepts = z
      .object({ text: z.string(), claims })
      .transform((answer) => ({ content: answer.text, claims: answer.claims }));
    return { schema, accepts, ofBeginning: beginningOf(accepts) };
  }
  const { properties, required, ...rest } = form.schema as { properties: object; required: string[] };
  const accepts = z.looseObject({ claims }).transform(({ claims: stated, ...answer }, context) => {
    const items = form.accepts.safeParse(answer);
    if (items.success) return { content: items.data, claims: stated };
    context.addIssue({ code: 'custom', message: z.prettifyError(items.error) });
    return z.NEVER;
  });
  return {
    schema: { ...rest, ...withClaims(properties, required) },
    accepts,
    ofBeginning: beginningOf(accepts),
  };
}

/**
 * Reads an answer that was cut in its claims: the content is whole, and counts as one without claims. A model that writes its
 * claims first was cut in the content.
 */
function beginningOf<T>(accepts: z.ZodType<T>): (beginning: unknown) => T | undefined {
  return (beginning) => {
    const answer = Object(beginning) as Record<string, unknown>;
    const { claims: _cut, ...content } = answer;
    return Object.keys(answer).at(-1) === 'claims' ? accepts.safeParse(content).data : undefined;
  };
}

function withClaims(properties: object, required: readonly string[]) {
  return {
    type: 'object',
    properties: { ...properties, claims: CLAIMS_SCHEMA },
    required: [...required, 'claims'],
    additionalProperties: false,
  };
}
