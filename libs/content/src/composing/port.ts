// What the offline composers of the applications write from.
import type { GenerationTask } from '#contracts';
import type { TaskPart } from '../applications/parts.rules.ts';
import type { Item } from '../applications/port.ts';
import type { Limits } from '../checks/limits.rules.ts';
import type { Language } from '../findings/languages.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import type { Phrases } from './phrases/phrases.rules.ts';
import type { ComposerInput } from './source.rules.ts';

/** What an application composes from. */
export interface Composition {
  task: GenerationTask;
  language: Language;
  limits: Limits;
  input: ComposerInput;
  phrases: Phrases;
  /** The same seed gives the same content. */
  seed: string;
  /** What the review finds in a text. */
  findings: (text: string) => readonly Violation[];
  /** True for a text of which the review finds nothing. */
  isClean: (text: string) => boolean;
  /** Title and bullet points that stand beside the text, the title first. */
  beside: string;
  /** What a part of the content is composed from, beside the items that are there already. */
  ofPart: (part: TaskPart, items: readonly Item[]) => Composition;
}
