// Stacked bars over time, drawn by uPlot: amounts received above the line, amounts paid out below. Positions are numbers; every
// shown figure is the decimal text. The same data is in a table below it, also for screen readers.
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { scaled } from '../amounts.ts';
import { AsTable, usePeriodText } from './bars.tsx';
import classes from './stacked.module.css';

interface Series {
  readonly name: string;
  /** Decimal text, one per period. Negative values are drawn below the line. */
  readonly values: readonly string[];
}

interface Props {
  readonly label: string;
  /** The name of the period under the pointer. */
  readonly periodLabel: string;
  readonly periods: readonly string[];
  readonly series: readonly Series[];
  readonly textOf: (amount: string) => string;
}

export function Stacked(props: Props) {
  const { label, periods, series, textOf } = props;
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  const periodText = usePeriodText();
  const key = JSON.stringify([periods, series, scheme, periodText('2026-11-23')]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` has everything that is drawn.
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const plot = new uPlot(optionsOf(element, { ...props, periodText }), dataOf(series), element);
    const watcher = new ResizeObserver(() => plot.setSize(sizeOf(element)));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.destroy();
    };
  }, [key]);
  return (
    <figure className={classes.figure}>
      <figcaption>
        <strong>{label}</strong>
      </figcaption>
      <div ref={place} className={classes.plot} role="img" aria-label={label} />
      <AsTable {...{ label, periods, series, textOf }} />
    </figure>
  );
}

const HEIGHT = 260;
const MIN_WIDTH = 200;

function sizeOf(element: HTMLElement) {
  return { width: Math.max(MIN_WIDTH, element.clientWidth), height: HEIGHT };
}

/**
 * Bars from the line to the end of their part of the stack. The outermost come first, so that the ones drawn after them
 * leave only their own part visible.
 */
function dataOf(series: readonly Series[]): uPlot.AlignedData {
  const { units } = scaled(series.flatMap(({ values }) => values));
  const count = series[0]?.values.length ?? 0;
  const above = Array.from({ length: count }, () => 0);
  const below = [...above];
  const drawn = series.map((_, n) =>
    above.map((_zero, at) => {
      const value = Number(units[n * count + at] ?? 0n);
      const stack = value < 0 ? below : above;
      stack[at] = (stack[at] ?? 0) + value;
      return value === 0 ? null : stack[at];
    }),
  );
  return [Array.from({ length: count }, (_, at) => at), ...drawn.reverse()];
}

interface Drawn extends Props {
  readonly periodText: (period: string) => string;
}

function optionsOf(element: HTMLElement, drawn: Drawn): uPlot.Options {
  const { periods, periodLabel, series, textOf, periodText } = drawn;
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const [text, line] = [color('--chart-text'), color('--chart-line')];
  const bars = uPlot.paths.bars?.({ size: [0.8, 48] });
  const font = `12px ${style.fontFamily}`;
  const named = (at: number) => (Number.isInteger(at) ? periodText(periods[at] ?? '') : '');
  return {
    ...sizeOf(element),
    // Room for the first and the last label.
    padding: [8, 32, 0, 32],
    cursor: { y: false, drag: { x: false } },
    scales: { x: { time: false, range: () => [-0.6, periods.length - 0.4] } },
    axes: [
      {
        stroke: text,
        font,
        grid: { show: false },
        ticks: { show: false },
        incrs: [1, 2, 5, 7, 10, 14, 30, 50, 100],
        space: 90,
        values: (_plot, splits) => splits.map(named),
      },
      { stroke: text, font, show: false, grid: { stroke: line, width: 1 } },
    ],
    series: [
      { label: periodLabel, value: (_plot, at) => (at === null ? '' : named(at)) },
      ...series
        .map(({ name, values }, n) => ({
          label: name,
          fill: color(`--chart-${n + 1}`),
          stroke: color(`--chart-${n + 1}`),
          width: 0,
          points: { show: false },
          ...(bars !== undefined && { paths: bars }),
          value: (_plot: uPlot, _raw: number | null, _series: number, at: number | null) =>
            at === null ? '' : textOf(values[at] ?? '0'),
        }))
        .reverse(),
    ],
  };
}
