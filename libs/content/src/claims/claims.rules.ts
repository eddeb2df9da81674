// Claims: finds the sentences of a published content, and keeps of what the model named those facts that stand where it says.
import { MAX_CLAIMS, type GenerationClaim } from '#contracts';
import type { Content, Item, ItemsOutput } from '../applications/port.ts';
import { lengthOf, segments, spanAt, type Language, type Span } from '../findings/languages.rules.ts';
import { bare, lettersIn, quotedFact, type QuotedFact } from '../source-data/facts.rules.ts';
import type { SourceData } from '../source-data/source-data.rules.ts';
import type { StatedClaim } from './claimed-form.rules.ts';

/** Most facts that are kept of a sentence. */
const MOST_EVIDENCE = 5;
/** Fewest characters of a text that is a part of a sentence. */
const LEAST_PART = 3;
const QUESTION = /[?？؟]["'”’」]?$/u;

/** What the sentences of a content rest on, in their order. Offsets are code points of the text as readers see it. */
export function claimsOf(
  content: Content,
  stated: readonly StatedClaim[],
  { output, sources, language }: { output: 'text' | ItemsOutput; sources: SourceData; language: Language },
): GenerationClaim[] {
  const proven = stated.flatMap((claim) => {
    const fact = quotedFact(claim, sources);
    return fact ? [{ text: bare(claim.text), fact }] : [];
  });
  const claimsIn = (text: string, index?: number): GenerationClaim[] =>
    sentencesIn(text, language).map((sentence) => {
      const evidence = evidenceFor(bare(sentence.text), proven);
      const start = lengthOf(text.slice(0, sentence.start));
      const end = start + lengthOf(sentence.text);
      return { ...(index !== undefined && { index }), start, end, evidence, supported: evidence.length > 0 };
    });
  const all =
    typeof content === 'string'
      ? claimsIn(content)
      : content.flatMap((item, index) => claimsIn(publishedBy(output, item), index));
  return all.slice(0, MAX_CLAIMS);
}

function publishedBy(output: 'text' | ItemsOutput, item: Item): string {
  if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
  return output.published(item);
}

/** The facts of the claims that are about a sentence, each once. */
function evidenceFor(sentence: string, proven: readonly { text: string; fact: QuotedFact }[]): QuotedFact[] {
  const facts = proven.filter(({ text }) => isAbout(text, sentence)).map(({ fact }) => fact);
  const distinct = new Map(facts.map((fact) => [`${fact.field} ${fact.quote}`, fact]));
  return [...distinct.values()].slice(0, MOST_EVIDENCE);
}

/** True for a text that is the sentence, a part of it, or some sentences with it. */
function isAbout(text: string, sentence: string): boolean {
  if (text.length < LEAST_PART || sentence === '') return false;
  return sentence.includes(text) || text.includes(sentence);
}

/** The sentences of a text that state something, without the blanks around them; lines are apart. */
function sentencesIn(text: string, language: Language): Span[] {
  return segments(
    text.replace(/<br ?\/?>/gi, (tag) => '\n'.repeat(tag.length)),
    language,
    'sentence',
  ).flatMap(({ start, end }) => {
    const sentence = text.slice(start, end);
    const lead = /^(?:\s|<br ?\/?>)*/i.exec(sentence)?.[0].length ?? 0;
    const said = sentence.slice(lead).replace(/(?:\s|<br ?\/?>)*$/i, '');
    return lettersIn(said) > 0 && !QUESTION.test(said) ? [spanAt(said, start + lead)] : [];
  });
}
