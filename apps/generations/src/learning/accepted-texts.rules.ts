// What of a result a person can accept, and what it becomes in a document. Pure.
import type { GenerationTask } from '#contracts';
import { applicationOf, type Content } from '#content';

/** What a person can choose from: each choice has one text or several, as readers see them. */
export function choicesOf(task: GenerationTask, content: Content): string[][] {
  const application = applicationOf(task);
  const output = application.output(task);
  if (typeof content === 'string') return [[content.toWellFormed()]];
  if (output === 'text') throw new TypeError('Items were given for an application that writes text.');
  const texts = content.map((item) => output.published(item).toWellFormed());
  return application.isTakenTogether ? [texts] : texts.map((text) => [text]);
}

/** The content of a document: one paragraph a text. */
export function documentContentOf(texts: readonly string[]): string {
  return texts.join('\n\n');
}
