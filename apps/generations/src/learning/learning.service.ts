// Learns from what people have accepted: texts about other products, which a model is shown as examples of words and rhythm.
import { Injectable } from '@nestjs/common';
import { isBuiltIn, OFFLINE_MODEL, type GenerationEnvironment, type GenerationTask } from '#contracts';
import { type Application, applications, cleanText } from '#content';
import {
  acceptedContent,
  choicesOf,
  customApplicationOf,
  documentContentOf,
} from '../generation-record/index.ts';
import { LearningStore, type FoundText, type Subject } from './learning.store.ts';

/** An accepted text, and the generation that it is of. */
export interface Learned {
  id: string;
  text: string;
}

/** Most texts that a model is shown, and most characters of each. */
const MOST = 3;
const MAX_TEXT = 1000;
/** Subjects of one statement: few, so that no statement takes long. */
const TOGETHER = 25;

@Injectable()
export class LearningService {
  constructor(private readonly store: LearningStore) {}

  /** Up to three texts for each subject, in the order of the subjects. */
  async textsFor(
    workspaceId: string,
    applicationId: string,
    subjects: readonly Subject[],
  ): Promise<Learned[][]> {
    const learned: Learned[][] = [];
    for (let at = 0; at < subjects.length; at += TOGETHER) {
      const some = subjects.slice(at, at + TOGETHER);
      const found = Map.groupBy(
        await this.store.find(workspaceId, applicationId, some),
        ({ position }) => position,
      );
      learned.push(...some.map((_one, position) => learnedFrom(applicationId, found.get(position) ?? [])));
    }
    return learned;
  }
}

/** True where accepted texts teach something: not the composer, and not for an application that learns nothing. */
export function learns(applicationId: string, model: GenerationEnvironment['model']): boolean {
  const application: Application | undefined = isBuiltIn(applicationId)
    ? applications[applicationId]
    : undefined;
  return model !== OFFLINE_MODEL && !application?.learnsNothing;
}

/**
 * What a generation keeps of learned texts: their ids, which people see, and the texts for its worker. Null where its settings
 * leave them out.
 */
export function learnedFields(learned: readonly Learned[] | undefined) {
  return {
    learnedFrom: learned ? learned.map(({ id }) => id) : null,
    learned: learned && learned.length > 0 ? learned.map(({ text }) => text) : null,
  };
}

function learnedFrom(applicationId: string, found: readonly FoundText[]): Learned[] {
  return found
    .map((row) => ({ id: row.id, text: textOf(applicationId, row) }))
    .filter(({ text }) => text !== '')
    .slice(0, MOST);
}

/** The text as it was accepted: a person's version, or what was chosen of the result. */
function textOf(applicationId: string, { result, review, application }: FoundText): string {
  const content = acceptedContent(result, review);
  const task: GenerationTask = {
    applicationId,
    application: customApplicationOf(application),
    inputs: {},
    environment: { language: 'en', model: '', temperature: 0 },
  };
  const { texts = [] } = choicesOf(task, content)[review.variant ?? 0] ?? {};
  const text = cleanText(documentContentOf(texts)).trim();
  return [...text.slice(0, 2 * MAX_TEXT)].slice(0, MAX_TEXT).join('');
}
