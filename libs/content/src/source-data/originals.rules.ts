// Originals: the text that a task has written again, and of which kind the new one is.
import { APPLICATIONS, type ApplicationId, type GenerationTask } from '#contracts';

/** What is written again. */
export interface Original {
  /** As they were given, in their order. */
  texts: readonly string[];
  /** The kind of content that the new texts are; undefined for none of a product's page. */
  page: ApplicationId | undefined;
}

/** The original of a task; undefined for a task that writes something new. */
export function originalOf(task: GenerationTask): Original | undefined {
  if (task.applicationId !== 'rewrite') return undefined;
  const { text, for: page } = APPLICATIONS.rewrite.inputs.partial().parse(task.inputs);
  return text === undefined ? undefined : { texts: [text], page };
}

/** The application whose limits and policies hold for the texts of a task. */
export function pageOf(task: GenerationTask): string {
  return originalOf(task)?.page ?? task.applicationId;
}
