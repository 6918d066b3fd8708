// Summarizes several runs of one measurement: the median and the range.

export interface Runs {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function runsOf(values: readonly number[]): Runs {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    min: sorted[0] ?? Number.NaN,
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** `4,210 (3,980-4,400)`. */
export function showRuns(runs: Runs, decimals = 0): string {
  const show = (value: number) =>
    value.toLocaleString('en-US', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  return `${show(runs.median)} (${show(runs.min)}-${show(runs.max)})`;
}
