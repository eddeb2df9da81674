// What a review tells.
import type { GenerationCheck } from '#contracts';
import type { Content } from '../applications/port.ts';

/** What may be published of a content, and what is found in it. */
export interface Review {
  /** What may be published; undefined when that is too little. */
  publishable: Content | undefined;
  /** Number of items (of texts: 0 or 1) that may be published. */
  usable: number;
  /** True when everything that was asked for may be published. */
  complete: boolean;
  /** Warnings about what may be published, at most MAX_CHECKS. */
  warnings: GenerationCheck[];
  /** The worst violations of the content as it was given, at most MAX_CHECKS. */
  all: GenerationCheck[];
  /** Number of violations of the content as it was given. */
  found: number;
  /** The texts as they were given. */
  texts: string[];
  /** Where and how an item breaks the schema of its application: then nothing may be published. */
  fault?: string;
}
