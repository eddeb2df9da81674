// Parts: an item of a listing is a text of the application of its part, with the task that this application would have alone.
import type { GenerationTask } from '#contracts';
import { saidInputs } from '../source-data/keywords.rules.ts';
import type { Application, Item, PartRow } from './port.ts';
import { textOf } from './output-schema.rules.ts';

/** A part of a task. */
export interface TaskPart extends PartRow {
  name: string;
  /** The task that its application would have alone, for one text. No single part has to have a required keyword. */
  task: GenerationTask;
}

/** The parts of a task in the order of the page; none where the application writes one kind of text. */
export function partsOf(task: GenerationTask, { parts = {} }: Application): TaskPart[] {
  const inputs = { ...saidInputs(task), variants: 1 };
  return Object.entries(parts).map(([name, row]) => ({
    ...row,
    name,
    task: { ...task, applicationId: row.id, inputs },
  }));
}

/** The items that are of a part. */
export function itemsOfPart<T extends Item>(items: readonly T[], name: string): T[] {
  return items.filter(({ part }) => part === name);
}

/** The most items that a part may have: as many as are taken together, or else one. */
export function mostOfPart({ application: { isTakenTogether, mostItems = 1 } }: PartRow): number {
  return isTakenTogether ? mostItems : 1;
}

/** An item as its own application has it. */
export function withoutPart({ part: _part, ...item }: Item): Item {
  return item;
}

/** The content of some items of a part in the form of its application: the one text, or items. */
export function partContent(items: readonly Item[], { application, task }: TaskPart): string | Item[] {
  return application.output(task) === 'text' ? textOf(items[0]?.['text']) : items.map(withoutPart);
}
