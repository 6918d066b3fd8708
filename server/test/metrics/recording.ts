// Scraped metrics as the input of promtool's rule tests. Their time starts at 0, so timestamps are relative to the
// start of the recording.
import { seriesLines } from '../support/series.ts';

const SCRAPED = 'instance="till:9464",job="chaintill"';
const TIMESTAMP = /_timestamp_seconds(\{|$)/;

export interface InputSeries {
  readonly series: string;
  readonly values: string;
}

export interface Recording {
  readonly samples: number;
  add(text: string): void;
  /** Skips this many seconds: what follows is recorded as if they had not passed. */
  skip(seconds: number): void;
  /** The series of the metrics that the rules name. */
  seriesFor(rules: string): readonly InputSeries[];
}

export function startRecording(startsAt: number): Recording {
  const series = new Map<string, (number | null)[]>();
  let [samples, beginsAt] = [0, startsAt];
  return {
    get samples() {
      return samples;
    },
    add(text) {
      for (const [name, value] of seriesLines(`${text}\nup 1`)) {
        const values = series.get(name) ?? [];
        while (values.length < samples) values.push(null);
        values.push(TIMESTAMP.test(name) ? value - beginsAt : value);
        series.set(name, values);
      }
      samples += 1;
    },
    skip(seconds) {
      beginsAt += seconds;
    },
    seriesFor(rules) {
      return [...series]
        .filter(([name]) => rules.includes(metricOf(name)))
        .map(([name, values]) => ({ series: withTarget(name), values: notation(values) }));
    },
  };
}

/** The labels that every process is scraped with. */
export function withTarget(name: string): string {
  const [metric, labels = ''] = name.replace(/\}$/, '').split('{');
  return `${metric}{${[SCRAPED, ...(labels === '' ? [] : [labels])].join(',')}}`;
}

function metricOf(name: string): string {
  return (name.split('{')[0] ?? '').replace(/_(bucket|sum|count)$/, '');
}

/** `3x59` is sixty samples of 3; `_x1` is a missing one. */
function notation(values: readonly (number | null)[]): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 1; at <= values.length; at += 1) {
    if (at < values.length && values[at] === values[from]) continue;
    const value = values[from];
    parts.push(value === null ? `_x${at - from}` : `${value}x${at - from - 1}`);
    from = at;
  }
  return parts.join(' ');
}
