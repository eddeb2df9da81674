// Composes a description: an introduction, then what is known, whole sentences only, as far as the length goes.
import type { GenerationTask } from '#contracts';
import { isHard, type CheckContext } from '../../checks/violations.rules.ts';
import { lengthOf } from '../../checks/languages.rules.ts';
import { checkText } from '../../checks/review.rules.ts';
import { inputsOf } from '../output-schema.rules.ts';
import { capitalised, named, wantedFirst } from '../bullet-points/bullet-composer.rules.ts';
import type { PhraseTemplates } from '../phrase-templates.rules.ts';
import { sentencesOf, type ComposerInput } from '../composer-input.rules.ts';

/** Code points of a description. */
const LENGTHS = { short: 400, medium: 950, long: 1900 } as const;
/** Tones that address the reader. */
const WARM = new Set([
  'conversational',
  'friendly',
  'persuasive',
  'playful',
  'witty',
  'enthusiastic',
  'empathetic',
]);
/** Styles that put figures before prose. */
const FIGURES_FIRST = new Set(['technical', 'feature-led']);

/** A description without hard findings; undefined when there is no more to say than a name. */
export function composeDescription(
  material: ComposerInput,
  frame: PhraseTemplates,
  context: CheckContext,
): string | undefined {
  const { environment } = context.task;
  const { length, allowBr } = inputsOf('product-description', context.task);
  const style = environment.writing_style?.trim().toLowerCase();
  const room = LENGTHS[style === 'minimalist' ? 'short' : length];
  const said: string[] = [];
  let used = 0;
  const add = (sentence: string): string[] => {
    const text = ended(capitalised(sentence), frame);
    if (used + lengthOf(text) > room || isSaid(text, said) || checkText(text, context).some(isHard))
      return [];
    said.push(text);
    used += lengthOf(text) + 2;
    return [text];
  };
  const introduction = introductionOf(material, frame, context, add);
  const prose = (): string[] => wantedFirst(material.sentences, material.keywords).flatMap(add);
  const features = (): string[] =>
    wantedFirst(material.features, material.keywords).flatMap((feature) =>
      sentencesOf(
        feature.replace(/^[【[]\s*([^】\]]{2,60})\s*[】\]]\s*[:：]?\s*/u, '$1: '),
        context.language,
      ).flatMap(add),
    );
  const details = (): string[] => detailsOf(material, frame, context.task).flatMap(add);
  const order = FIGURES_FIRST.has(style ?? '') ? [details, features, prose] : [prose, features, details];
  const paragraphs = [introduction, ...order.map((part) => part())].filter((part) => part.length > 0);
  if (said.length < 2) return undefined;
  return paragraphs.map((part) => part.join(frame.gap)).join(allowBr ? '<br><br>' : '\n\n');
}

function introductionOf(
  { title, brand }: ComposerInput,
  frame: PhraseTemplates,
  { task }: CheckContext,
  add: (sentence: string) => string[],
): string[] {
  if (!title) return [];
  const warm = WARM.has(task.environment.tone?.trim().toLowerCase() ?? '');
  const maker = title.toLowerCase().includes(brand.toLowerCase()) ? '' : brand;
  const whole = add(frame.introduce(title.replace(/[.。!?]+$/, ''), maker, warm));
  if (whole.length > 0) return whole;
  const [first = ''] = title.split(/\s+[-–—|•]+\s+|[,;(（【]/u);
  return add(frame.introduce(first.trim(), maker, warm));
}

function detailsOf(material: ComposerInput, frame: PhraseTemplates, task: GenerationTask): string[] {
  const known = named(
    { ...material, title: '', brand: material.title ? '' : material.brand, keywords: [] },
    frame,
  );
  const missing = material.keywords.filter(
    (keyword) =>
      !JSON.stringify(task.product ?? '')
        .toLowerCase()
        .includes(keyword.toLowerCase()),
  );
  return [
    ...(material.audience ? [{ label: frame.labels.audience, value: material.audience }] : []),
    ...(missing.length > 0 ? [{ label: frame.labels.keywords, value: frame.list.format(missing) }] : []),
    ...known,
  ].map(({ label, value }) => `${label}${frame.colon}${value}`);
}

function ended(sentence: string, { stop }: PhraseTemplates): string {
  const bare = sentence.replace(/[\s,;:：、，–—-]+$/u, '');
  return /[.!?。！？][)"'”’」]?$/u.test(bare) ? bare : `${bare}${stop}`;
}

function isSaid(text: string, said: readonly string[]): boolean {
  const plain = (sentence: string): string =>
    sentence
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return said.some((other) => plain(other).includes(plain(text)));
}
