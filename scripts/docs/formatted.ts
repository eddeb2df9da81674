// Lays out a page that a script makes.
import { format } from 'oxfmt';
import oxfmtrc from '../../.oxfmtrc.json' with { type: 'json' };

/** A page in Markdown as npm run format would align it. */
export async function formatted(text: string): Promise<string> {
  const { singleQuote, printWidth } = oxfmtrc;
  const { code, errors } = await format('page.md', text, { singleQuote, printWidth });
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return code;
}
