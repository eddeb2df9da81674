// The part of a prompt that differs by marketplace and language: conventions, limits, and what may not be said there.
import type { GenerationTask, OwnPolicy, PolicyLimit } from '#contracts';
import { partsOf } from '../applications/parts.rules.ts';
import type { Application } from '../applications/port.ts';
import { LIMIT_UNITS, limitsOf } from '../checks/limits.rules.ts';
import { languageOf } from '../findings/languages.rules.ts';
import type { Rule } from '../findings/rules.rules.ts';
import { conventionOf } from '../locales/conventions.rules.ts';
import { marketplaceOf, placeName, PLACES, type UnitSystem } from '../locales/places.rules.ts';
import { placeOfTask, policiesAt } from '../policies/policies.rules.ts';
import type { PhraseRow, PolicyRow } from '../policies/policy-row.rules.ts';

/** Most examples of forbidden wording that are named for a rule. */
const MOST_EXAMPLES = 6;

/** Most terms of a workspace that are told; the review knows all. */
const MOST_TERMS = 200;

/** What the rules of the policies forbid, as a model is told it. Rules that hold for every text are in the platform's. */
const FORBIDDEN: Readonly<Partial<Record<Rule, string>>> = {
  PROMOTION: 'promotion and calls to buy',
  PRICE: 'prices and words about them',
  AVAILABILITY: 'stock, dispatch and delivery',
  REVIEW_QUOTE: 'reviews, ratings, what customers say',
  TIME_BOUND: 'what is true only for a while',
  GUARANTEE: 'refunds, returns, guarantees, warranties',
  LINK_OR_CONTACT: 'the seller, its shop and its service',
  RESTRICTED_CLAIM: 'environmental claims; effects against germs; made of bamboo or soy',
  MEDICAL_CLAIM: 'that it treats, relieves or prevents an illness',
  AUTHORITY_CLAIM: 'that an authority, expert or institute recommends it',
  ADVERTISING_LAW: 'superlatives and absolute words (Advertising Law, article 9)',
};

const UNITS: Readonly<Record<UnitSystem, string>> = {
  metric: 'metric units',
  imperial: 'inches, feet, pounds, ounces and °F',
};
/** What a model is told of a unit of limits beside its name. */
const EXPLAINED: Partial<Record<PolicyLimit['unit'], string>> = {
  fullWidth: ' (a letter or figure of the alphabet counts as half of one)',
  bytes: ' (a Chinese or Japanese character has three)',
};

/** What a model is told of where the text is for, one line each. */
export function placeRules(task: GenerationTask, application: Application): string {
  const marketplace = marketplaceOf(task);
  const { name, tag, code } = languageOf(task.environment.language);
  const kinds = kindsOf(task, application);
  return [
    ...(marketplace ? [`Marketplace: ${placeName(marketplace)}.`] : []),
    `Language: ${name} (${tag}). ${conventionOf(tag).writing}`,
    ...(marketplace ? [unitRule(PLACES[marketplace].units)] : []),
    ...kinds.flatMap((kind) => named(kind, kindRules(kind, code))),
    ...forbiddenRules(rowsAt(task, application)),
    ...kinds.flatMap((kind) => named(kind, signRules(rowsOf(kind)))),
  ].join('\n');
}

/** A kind of text that a task asks for; `name` is that of its part, if there are several. */
interface Kind {
  name?: string;
  task: GenerationTask;
  /** What it is a part of, or itself. */
  whole: GenerationTask;
  application: Application;
}

function kindsOf(task: GenerationTask, application: Application): Kind[] {
  const parts = partsOf(task, application);
  const kinds = parts.length > 0 ? parts : [{ task, application }];
  return kinds.map((kind) => ({ ...kind, whole: task }));
}

/** How one kind of text is made and how long it is. */
function kindRules(kind: Kind, language: string): string[] {
  const { task, application } = kind;
  return [
    ...(application.localRules?.(language) ?? []),
    ...lengthRules(kind),
    ...application.inputRules(task),
  ];
}

/** Lines that hold for one of several parts begin with its name. */
function named({ name }: Kind, lines: readonly string[]): string[] {
  return name === undefined ? [...lines] : lines.map((line) => `${name}: ${line}`);
}

/** The rows that hold for a text of the task, each once. */
function rowsAt(task: GenerationTask, application: Application): (PolicyRow | OwnPolicy)[] {
  const rows = kindsOf(task, application).flatMap(rowsOf);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function rowsOf({ task, whole }: Kind): (PolicyRow | OwnPolicy)[] {
  return policiesAt(placeOfTask(task, whole), whole.policies);
}

/** What the workspace forbids and demands there; undefined for nothing. Its words stand in the user turn. */
export function ownTerms(
  task: GenerationTask,
  application: Application,
): Record<string, unknown> | undefined {
  const rows = rowsAt(task, application).filter((row): row is OwnPolicy => !('source' in row));
  const phrasesOf = (...rules: OwnPolicy['rule'][]): string[] =>
    rows.flatMap(({ rule, phrases = [] }) => (rules.includes(rule) ? phrases : [])).slice(0, MOST_TERMS);
  const terms = {
    never: phrasesOf('BANNED_TERM', 'COMPETITOR'),
    oneOfEach: rows.flatMap(({ rule, phrases = [] }) => (rule === 'REQUIRED_TERM' ? [phrases] : [])),
    writtenSo: phrasesOf('OWN_BRAND'),
  };
  const said = Object.entries(terms).filter(([, list]) => list.length > 0);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

function unitRule(units: UnitSystem): string {
  return `Measures: ${UNITS[units]} first. Where conversions_data has a measure of the data, write it as it stands under \`there\`; the original may follow in brackets where buyers know the product by it.`;
}

function lengthRules({ task, whole, application }: Kind): string[] {
  const { minText, ofTexts } = limitsOf(task, whole);
  const each = application.output(task) === 'text' ? '' : ' each';
  const least = minText > 0 ? `at least ${minText} and ` : '';
  const said = ofTexts
    .flatMap(({ limit: { field, unit, most } }) => (most === undefined ? [] : [{ field, unit, most }]))
    .toSorted((one, other) => Number(other.unit === 'characters') - Number(one.unit === 'characters'))
    .map(({ field, unit, most }, place) => {
      const of = field === 'text' ? '' : `${field} `;
      const spaces = place === 0 ? `${each}, spaces included` : '';
      return `${of}at most ${most} ${LIMIT_UNITS[unit].en}${EXPLAINED[unit] ?? ''}${spaces}`;
    });
  return [`Length: ${least}${said.join(', and ')}. Never break off: say less instead.`];
}

/** What the policies forbid there: each rule once, with words of the language. */
function forbiddenRules(rows: readonly (PolicyRow | OwnPolicy)[]): string[] {
  const phrases = rows.filter((row): row is PhraseRow => 'source' in row && 'phrases' in row);
  const lines = [...Map.groupBy(phrases, ({ rule }) => rule)].flatMap(([rule, ofRule]) => {
    const what = FORBIDDEN[rule];
    return what === undefined ? [] : [`- ${what}${examplesOf(ofRule)}${exceptionOf(ofRule)}`];
  });
  return lines.length > 0 ? ['Never there, in any wording:', ...lines] : [];
}

/** The signs that the policies forbid there. */
function signRules(rows: readonly (PolicyRow | OwnPolicy)[]): string[] {
  const signs = rows.flatMap((row) =>
    'source' in row && row.rule === 'FORBIDDEN_CHARACTER' ? (row.phrases ?? []) : [],
  );
  return signs.length > 0 ? [`No signs: ${signs.join(' ')} (but in the name of the brand).`] : [];
}

/** Words of the language as people write them: without signs with a meaning, and without elisions, whose apostrophe lists lack. */
function examplesOf(rows: readonly PhraseRow[]): string {
  const own = rows.filter(({ languages }) => languages !== undefined);
  const plain = own
    .flatMap((row) => row.phrases)
    .filter((phrase) => !/[()*#_]|(?:^|\s)(?:\p{L}|aujourd)\s/u.test(phrase));
  return plain.length === 0 ? '' : `, such as ${plain.slice(0, MOST_EXAMPLES).join(', ')}`;
}

function exceptionOf(rows: readonly PhraseRow[]): string {
  return rows.every(({ unlessInFacts }) => unlessInFacts)
    ? ', unless the name or the specification says so'
    : '';
}
