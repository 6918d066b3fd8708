// The course of one amount as a line without axes. Its first and last values are its accessible name.
import { scaled } from '../../shared/amounts.ts';
import classes from './home.module.css';

interface Props {
  readonly label: string;
  /** Decimal text, at even distances in time. */
  readonly values: readonly string[];
}

const HEIGHT = 100n;
const STEP = 10;

export function Sparkline({ label, values }: Props) {
  const points = heightsOf(values).map((y, n) => `${n * STEP},${y}`);
  const width = (values.length - 1) * STEP;
  return (
    <svg
      className={classes.sparkline}
      viewBox={`0 -4 ${width} ${HEIGHT + 8n}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${width},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** Positions on the screen, not money. */
function heightsOf(values: readonly string[]): readonly bigint[] {
  const { units } = scaled(values);
  const ordered = units.toSorted((a, b) => (a < b ? -1 : 1));
  const [lowest = 0n] = ordered;
  const range = (ordered.at(-1) ?? 0n) - lowest;
  return units.map((unit) =>
    range === 0n ? HEIGHT / 2n : HEIGHT - ((unit - lowest) * HEIGHT) / range,
  );
}
