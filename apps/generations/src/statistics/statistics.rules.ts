// The parts of the statements that add to the table statistic, and the points that are made of its rows.
import { sumOfCounts, type GenerationPoint } from '#contracts';

/** SQL: the hour of UTC of a time, counted from 1970. */
export function hourOf(time: string): string {
  return `floor(extract(epoch FROM ${time}) / 3600)::int`;
}

/** SQL: the present hour. */
export const THIS_HOUR: string = hourOf('now()');

/** Ends an INSERT of rows that are added to those of the same hour and slot. */
export const ADD_TO_STATISTIC = `
  ON CONFLICT (workspace_id, hours, hour, application_id, model, error_code, prompt_version, language, voice, slot) DO UPDATE SET
    generations = statistic.generations + excluded.generations,
    attempts = statistic.attempts + excluded.attempts,
    input_tokens = statistic.input_tokens + excluded.input_tokens,
    output_tokens = statistic.output_tokens + excluded.output_tokens,
    cost_micros = coalesce(statistic.cost_micros + excluded.cost_micros, statistic.cost_micros, excluded.cost_micros),
    accepted = statistic.accepted + excluded.accepted,
    edited = statistic.edited + excluded.edited,
    rejected = statistic.rejected + excluded.rejected,
    edit_share = statistic.edit_share + excluded.edit_share,
    findings = add_counts(statistic.findings, excluded.findings)`;

/** The sum of the rows of an interval, a value and an error code; '' is no error. */
export interface StatisticSum {
  start: number;
  key: string | null;
  errorCode: string;
  generations: number;
  attempts: number;
  inputTokens: number;
  outputTokens: number;
  /** Null when the cost of no attempt is known. */
  costMicros: number | null;
  accepted: number;
  edited: number;
  rejected: number;
  editShare: number;
  findings: Record<string, number>;
}

/** Points from sums, which are ordered by interval and value. */
export function generationPoints(sums: readonly StatisticSum[]): GenerationPoint[] {
  const points = Map.groupBy(sums, ({ start, key }) => `${start} ${key ?? ''}`);
  return [...points.values()].map((rows) => {
    const total = (of: (row: StatisticSum) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
    const [{ start, key } = { start: 0, key: null }] = rows;
    const ended = rows.filter(({ generations }) => generations > 0);
    const failed = ended.filter(({ errorCode }) => errorCode !== '');
    const isUnknown =
      total(({ attempts }) => attempts) > 0 && rows.every(({ costMicros }) => costMicros === null);
    return {
      start,
      ...(key === null ? {} : { key }),
      success: total(({ errorCode, generations }) => (errorCode === '' ? generations : 0)),
      byErrorCode: Object.fromEntries(failed.map(({ errorCode, generations }) => [errorCode, generations])),
      tokens: { input: total((row) => row.inputTokens), output: total((row) => row.outputTokens) },
      costMicros: isUnknown ? null : total(({ costMicros }) => costMicros ?? 0),
      reviewed: {
        accepted: total(({ accepted }) => accepted),
        edited: total(({ edited }) => edited),
        rejected: total(({ rejected }) => rejected),
      },
      editShare: meanShare(
        total(({ editShare }) => editShare),
        total(({ accepted }) => accepted),
      ),
      findings: sumOfCounts(rows.map(({ findings }) => findings)),
    };
  });
}

/** Of floating-point sums, from which decisions were taken back, more than six decimals say nothing. */
function meanShare(sum: number, count: number): number | null {
  return count > 0 ? Math.max(0, Math.round((sum / count) * 1e6) / 1e6) : null;
}
