// The phrases of the offline composers by the code of their language.
import { GERMAN } from './de.rules.ts';
import { ENGLISH } from './en.rules.ts';
import { SPANISH } from './es.rules.ts';
import { FRENCH } from './fr.rules.ts';
import { ITALIAN } from './it.rules.ts';
import { JAPANESE } from './ja.rules.ts';
import type { Phrases } from './phrases.rules.ts';
import { CHINESE } from './zh.rules.ts';

/** Marketplaces give the labels of a specification in English, in whatever language its values are. */
export const MACHINE_LABELS = ENGLISH.labels;

/** The phrases by the code of their language. */
export const PHRASES: ReadonlyMap<string, Phrases> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['fr', FRENCH],
  ['es', SPANISH],
  ['it', ITALIAN],
  ['zh', CHINESE],
  ['ja', JAPANESE],
]);
