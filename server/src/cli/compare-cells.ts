// Compares the answers of cells and describes each difference in a sentence.
import { createHash } from 'node:crypto';
import type { OutputOf } from '../contract/operator/operation.ts';
import { compareDecimals, type Decimal, divide, parseDecimal, rescale } from '../core/money.ts';
import type { runningOperations } from '../operator/running/contract.ts';

export type Rates = OutputOf<(typeof runningOperations)['rates.list']>;

export interface Answer<Value> {
  readonly cell: string;
  readonly value: Value;
}

export interface Comparison {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly differences: readonly string[];
}

/** Cells query the same sources a few seconds apart. A larger difference means that one of them rejected a source. */
const APART_MAX_HUNDREDTHS = 100n;
const SETTINGS = ['fixed', 'spread_percent', 'sources_needed'] as const;

export function compareRates(answers: readonly Answer<Rates>[]): Comparison {
  const differences: string[] = [];
  for (const name of SETTINGS) {
    const message = answers.map(({ cell, value }) => `${String(value[name])} in cell ${cell}`);
    const values = new Set(answers.map(({ value }) => value[name]));
    if (values.size > 1) differences.push(`${name} is ${message.join(', ')}`);
  }
  const bases = new Set(answers.flatMap(({ value }) => value.rates.map(({ base }) => base)));
  const rows = [...bases].map((base) => {
    const found = answers.map(({ cell, value }) => ({
      cell,
      rate: value.rates.find((one) => one.base === base),
    }));
    for (const { cell, rate } of found) {
      if (rate === undefined) differences.push(`${base} is not available in cell ${cell}`);
      else if (rate.status !== 'in_force')
        differences.push(`the rate of ${base} is ${rate.status} in cell ${cell}`);
    }
    const apart = apartHundredths(found.map(({ rate }) => rate?.price ?? null));
    const percent =
      apart === null ? null : `${apart / 100n}.${String(apart % 100n).padStart(2, '0')}`;
    if (apart !== null && apart > APART_MAX_HUNDREDTHS)
      differences.push(`the rates of ${base} differ by ${percent}%`);
    const prices = found.map(({ cell, rate }) => [`cell ${cell}`, rate?.price ?? null] as const);
    return { base, ...Object.fromEntries(prices), apart_percent: percent };
  });
  return { rows, differences };
}

/**
 * How far the highest is above the lowest, in hundredths of a percent of the lowest; null with fewer than two prices.
 */
function apartHundredths(prices: readonly (string | null)[]): bigint | null {
  const known = prices.flatMap((text) => (text === null ? [] : (parseDecimal(text) ?? [])));
  const sorted = known.sort(compareDecimals);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (sorted.length < 2 || low === undefined || high === undefined || low.digits === 0n)
    return null;
  const scale = Math.max(low.scale, high.scale);
  const digits = (value: Decimal) => rescale(value, scale, 'down').digits;
  return divide((digits(high) - digits(low)) * 10_000n, digits(low), 'up');
}

export interface ProjectPolicy {
  readonly project: string;
  readonly name: string;
  /** Zero: the built-in policy. */
  readonly version: number;
  readonly document: string;
}

const SHOWN_OF_HASH = 8;

/** The policies, the number of projects per cell that use each, and the projects that differ from the majority. */
export function comparePolicies(answers: readonly Answer<readonly ProjectPolicy[]>[]): Comparison {
  const all = answers.flatMap(({ cell, value }) =>
    value.map((policy) => ({ cell, ...policy, label: labelOf(policy) })),
  );
  const counts = new Map<string, number>();
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1);
  const labels = [...counts].sort(([, a], [, b]) => b - a).map(([label]) => label);
  const rows = labels.map((label) => {
    const ofCells = answers.map(({ cell }) => {
      const own = all.filter((one) => one.cell === cell && one.label === label);
      return [`cell ${cell}`, own.length] as const;
    });
    return { policy: label, ...Object.fromEntries(ofCells) };
  });
  const [most] = labels;
  const differences = all
    .filter(({ label }) => label !== most)
    .map(({ cell, project, name, label }) => `cell ${cell}: ${name} (${project}) has ${label}`);
  return { rows, differences };
}

/** Equal text is the same policy, whatever its version number in each project. */
function labelOf({ version, document }: ProjectPolicy): string {
  if (version === 0) return 'built-in';
  return createHash('sha256').update(document.trim()).digest('hex').slice(0, SHOWN_OF_HASH);
}
