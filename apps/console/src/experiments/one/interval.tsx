// A difference and its 95 % interval as a drawing: the upright line is no difference. Its words stand beside it.
import type { Verdict } from '#client';
import classes from '../experiments.module.css';

interface IntervalProps {
  mean: number;
  low: number;
  high: number;
  /** The largest difference that the drawing has room for, to either side. */
  widest: number;
  verdict: Verdict | undefined;
}

const WIDTH = 120;
const HEIGHT = 16;
const MARGIN = 4;

export function Interval({ mean, low, high, widest, verdict }: IntervalProps) {
  const middle = WIDTH / 2;
  const at = (value: number): number =>
    widest === 0 ? middle : middle + (value / widest) * (middle - MARGIN);
  const state = verdict === 'BETTER' ? 'state-good' : verdict === 'WORSE' ? 'state-bad' : undefined;
  return (
    <svg
      className={`${classes.interval} ${state ?? ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
      stroke="currentColor"
    >
      <line x1={middle} x2={middle} y1={0} y2={HEIGHT} strokeDasharray="2 2" />
      <line x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} strokeWidth={3} />
      <circle cx={at(mean)} cy={HEIGHT / 2} r={4} fill="currentColor" />
    </svg>
  );
}
