// The changes of an edited form: in the service's format, and line by line for confirmation before saving.
import { type FeeRow, kinds, type LeastRow, settingNames, type Values } from './fields.ts';
import type { Changes } from './queries.ts';

export interface Change {
  readonly name: keyof Values;
  /** Empty: not set. */
  readonly from: string;
  readonly to: string;
}

export function changedLines(before: Values, after: Values): readonly Change[] {
  const single = settingNames
    .map((name) => ({ name, from: before[name], to: after[name].trim() }))
    .filter(({ from, to }) => from !== to);
  const several = [
    { name: 'fees', from: feesText(before.fees), to: feesText(after.fees) },
    {
      name: 'minimum_deposits',
      from: leastText(before.minimum_deposits),
      to: leastText(after.minimum_deposits),
    },
  ] as const;
  return [...single, ...several.filter(({ from, to }) => from !== to)];
}

export function changesOf(before: Values, after: Values): Changes {
  const lines = changedLines(before, after);
  const single = settingNames.flatMap((name) => {
    const line = lines.find((each) => each.name === name);
    return line === undefined || line.to === '' ? [] : [[name, typed(name, line.to)]];
  });
  const unset = lines.filter(({ name, to }) => name in kinds && to === '').map(({ name }) => name);
  const isChanged = (name: keyof Values) => lines.some((line) => line.name === name);
  return {
    ...Object.fromEntries(single),
    ...(isChanged('fees') && { fees: after.fees.map(feeOf) }),
    ...(isChanged('minimum_deposits') && { minimum_deposits: after.minimum_deposits }),
    ...(unset.length > 0 && { unset }),
  } as Changes;
}

function typed(name: keyof typeof kinds, text: string): unknown {
  if (kinds[name].kind === 'switch') return text === 'true';
  // Invalid digits are passed on, so that the service reports the problem.
  if (kinds[name].kind === 'integer') return /^\d{1,9}$/.test(text) ? JSON.parse(text) : text;
  return text;
}

function feeOf({ currency, ...row }: FeeRow) {
  return currency === '' ? row : { ...row, currency };
}

const feesText = (rows: readonly FeeRow[]) =>
  rows.map((row) => [row.percent, '%', row.operation, row.currency].join(' ').trim()).join('\n');

const leastText = (rows: readonly LeastRow[]) =>
  rows.map(({ coin, amount }) => `${amount} ${coin}`).join('\n');
