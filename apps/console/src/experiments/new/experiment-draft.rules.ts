// What is entered for a new experiment, and the request that it makes. Pure.
import type { Application, ComparedScore, ExperimentRequest } from '#client';
import { present } from '../../api/present.rules.ts';
import { entriesIn } from '../../form/entries.rules.ts';
import { environmentsOf, type WritingSettings } from '../../form/writing/writing-settings.rules.ts';
import type { NewExperimentSearch } from '../experiment-search.rules.ts';
import { unitOf } from '../scores.rules.ts';

export const LEAST_ARMS = 2;
export const MOST_ARMS = 4;

/** One way of writing. */
export interface ArmDraft extends Pick<WritingSettings, 'models' | 'environment'> {
  name: string;
  /** Of an application of the workspace; undefined for the latest. */
  version: number | undefined;
}

/** What the mean of a score must reach; of shares, in percent. */
export interface MinimumDraft {
  score: ComparedScore;
  value: number | undefined;
}

export interface ExperimentDraft {
  /** Empty until one is chosen. */
  datasetId: string;
  applicationId: string;
  arms: readonly ArmDraft[];
  repeats: number;
  /** The model that judges the texts in pairs; undefined for none. */
  judge: string | undefined;
  /** What it is asked, one a line; empty for the standard questions. */
  questions: string;
  /** In the currency of the models; undefined when there is no limit. */
  budget: number | undefined;
  minimum: readonly MinimumDraft[];
}

/** What the arms are called at first. */
interface Words {
  now: string;
  other: string;
  version: (version: number) => string;
}

/** What the form begins with: how it is written now, and what is tried. */
export function draftOf(
  { dataset, application, model, voice, name }: NewExperimentSearch,
  applications: readonly Application[],
  words: Words,
): ExperimentDraft {
  const chosen = applications.find(({ id }) => id === application) ?? applications[0];
  const isNewVersion = application !== undefined && !chosen?.builtIn && (chosen?.version ?? 1) > 1;
  const latest = chosen?.version ?? 1;
  const tried = {
    models: model === undefined ? [] : [model],
    environment: present({ voice }),
  };
  return {
    datasetId: dataset ?? '',
    applicationId: chosen?.id ?? '',
    arms: isNewVersion
      ? [latest - 1, latest].map((version) => ({ ...armOf(words.version(version)), version }))
      : [armOf(words.now), { ...armOf(name ?? model ?? words.other), ...tried }],
    repeats: 1,
    judge: undefined,
    questions: '',
    budget: undefined,
    minimum: [],
  };
}

/** An arm that writes as a generation without settings does. */
export function armOf(name: string): ArmDraft {
  return { name, models: [], environment: {}, version: undefined };
}

/** Whether two arms write in the same way, so that there is nothing to compare. */
export function areAlike(arms: readonly ArmDraft[]): boolean {
  const ways = arms.map((arm) => JSON.stringify([environmentsOf(arm), arm.version]));
  return new Set(ways).size < ways.length;
}

/** The request; undefined while something is missing, or two arms have one name. */
export function requestOf(draft: ExperimentDraft): ExperimentRequest | undefined {
  const { datasetId, applicationId, budget, repeats } = draft;
  const names = draft.arms.map(({ name }) => name.trim());
  const isNamed = !names.includes('') && new Set(names).size === names.length;
  if (datasetId === '' || applicationId === '' || !isNamed) return undefined;
  const arms = draft.arms.map((arm, place) => {
    const [environment] = environmentsOf(arm);
    return present({ name: names[place] ?? '', environment, applicationVersion: arm.version });
  });
  return present({
    datasetId,
    applicationId,
    arms,
    repeats: repeats === 1 ? undefined : repeats,
    judge: judgeOf(draft),
    maxCostMicros: budget === undefined ? undefined : Math.round(budget * 1_000_000),
    minimum: minimumOf(draft.minimum),
  });
}

function judgeOf({ judge: model, questions }: ExperimentDraft): ExperimentRequest['judge'] {
  if (model === undefined) return undefined;
  const own = entriesIn(questions);
  return present({ model, questions: own.length === 0 ? undefined : own });
}

function minimumOf(rows: readonly MinimumDraft[]): ExperimentRequest['minimum'] {
  const filled = rows.flatMap(({ score, value }) =>
    value === undefined ? [] : [[score, unitOf(score) === 'share' ? value / 100 : value] as const],
  );
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
