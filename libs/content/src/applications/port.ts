// The interface of an application (a kind of content), and the types that it shares with prompt, checks and models.
import type { z } from 'zod';
import type {
  ApplicationId,
  GenerationTask,
  Product,
  ProductField,
  ProductPatch,
  ResultType,
} from '#contracts';
import type { Evidence } from '../checks/evidence.rules.ts';
import type { Language } from '../findings/languages.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import type { Limits } from '../checks/limits.rules.ts';
import type { VoiceTerms } from '../checks/wording/voice-terms.rules.ts';
import type { WordingRules } from '../checks/wording/wording-check.rules.ts';
import type { QuotedFact } from '../source-data/facts.rules.ts';
import type { Fault, Schema } from '../schemas/schema-check.rules.ts';
import type { Composition } from '../composing/port.ts';

/** JSON that a model must return: the JSON Schema that the model is given, and what reads the answer. */
export interface JsonForm<T> {
  schema: object;
  accepts: z.ZodType<T>;
  /** Reads the beginning of an answer that was cut; undefined unless all that is needed stands in it. Absent where all of it is. */
  ofBeginning?(beginning: unknown): T | undefined;
}

/** A JSON value. */
export type Json = z.infer<ReturnType<typeof z.json>>;

/** One item of a RESULTS result. That of a built-in application has texts, none of them empty. */
export type Item = Readonly<Record<string, Json>>;

/** What was written: a text for TEXT, items in order for RESULTS. */
export type Content = string | Item[];

/** The JSON that a model must return for a RESULTS application: `schema` asks for `count` items, `accepts` takes any number. */
export interface ItemsOutput extends JsonForm<{ results: Record<string, Json | undefined>[] }> {
  /** How many items are asked for; undefined for as many as the model likes. */
  count: number | undefined;
  /** An item without blanks around texts, and without what says nothing. */
  tidy: (item: Record<string, Json | undefined>) => Item;
  /** What follows for items from the others beside them; absent where each stands for itself. */
  together?: (items: Item[]) => Item[];
  /** An item as a model writes it; absent where that and a published one are the same. */
  asWritten?: (item: Item) => Item;
  /** The JSON Schema of a published item, which the API documents. */
  resultSchema: Schema;
  /** Where and how an item breaks it; undefined when it does not. */
  faultOf: (item: Item) => Fault | undefined;
  /** The text of an item as readers see it. Checks measure this text, and offsets of violations count in it. */
  published: (item: Item) => string;
}

/** Where an accepted text of an application goes in a product. */
export interface Target {
  /** The fields that it changes, the one first that has all of it. */
  fields: readonly [ProductField, ...ProductField[]];
  /** The change of a product as it is now. */
  patch(texts: readonly string[], product: Pick<Product, 'genre' | 'specification'>): ProductPatch;
}

/** An application whose texts are items of another one, and follow their own rules there. */
export interface PartRow {
  id: ApplicationId;
  application: Application;
  /** Without it nothing of the whole is published. */
  isNeeded?: true;
}

/** Everything that differs from one kind of content to another. */
export interface Application<R extends ResultType = ResultType> {
  /** What a model is told about this kind of content, apart from limits and inputs. */
  promptRules: string;
  /** How this kind of content is made in a language, by the first part of its tag; one line each. */
  localRules?(language: string): string[];
  /** What the inputs of a task ask of a model, one line each. */
  inputRules(task: GenerationTask): string[];
  /** What a model must return: plain text, or items. */
  output(task: GenerationTask): R extends 'TEXT' ? 'text' : ItemsOutput;
  /** Several times what the limits of the policies allow, because some models think within this number. */
  maxOutputTokens: number;
  /** Where an accepted text goes; absent for what is for no field of products, which goes into a document. */
  target?: Target;
  /** True when the items of a result are accepted together; of the others one is chosen. */
  isTakenTogether?: true;
  /** What its items are by their `part`, in the order of the page; absent where all items are texts of this application. */
  parts?: Readonly<Record<string, PartRow>>;
  /** The most items that a request can ask for; absent for a text, and where only the schema limits them. */
  mostItems?: number;
  /** The fields of an item that readers see, a colon between them; absent where they see all. */
  shownFields?: readonly string[];
  /** A paragraph of a document for an item; absent where it says all in the text that readers see. */
  paragraphOf?(item: Item): string;
  /** True for an application that writes a given text again, and nothing without one. */
  isOfOriginal?: true;
  /** True for an application whose texts are about the pictures of the product, which a model is given. */
  seesPictures?: true;
  /** True for terms and values, which have no rhythm: accepted ones teach a model nothing. */
  learnsNothing?: true;
  /** The fact that an item names itself, so that a model is asked for no other claims. */
  source?(item: Item): QuotedFact;
  /** Violations of one item, beyond those of its text. */
  checkItem?(item: Item, context: CheckContext): Violation[];
  /** Markup that a text of this task may contain; without it none is allowed. */
  allowedMarkup?(task: GenerationTask): RegExp | undefined;
  /** Violations of one published text, beyond those that the common checks find. */
  check(text: string, context: CheckContext): Violation[];
  /** Writes from source data alone, for the offline model; undefined when the source data do not suffice. */
  compose(composition: Composition): (R extends 'TEXT' ? string : Item[]) | undefined;
}

/** What the checks of one task need besides the text. */
export interface CheckContext {
  task: GenerationTask;
  application: Application;
  language: Language;
  /** The product's real brand, else "". */
  brand: string;
  limits: Limits;
  evidence: Evidence;
  /** Title and bullet points that stand beside the text on the page. */
  beside: string;
  /** What the product alone says, where a text is written from another text about it. */
  productEvidence?: Evidence;
  /** Words that the policies do not allow there. */
  wording: WordingRules;
  /** Terms of the voice, and what it says for them. */
  voice: VoiceTerms;
  /** Parts of our prompt, which a result must not repeat. */
  secrets: readonly string[];
}
