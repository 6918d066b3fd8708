// Text output of `chaintill reports show`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { reportsOperations } from './contract.ts';

export const reportsAdapters: AdaptersOf<typeof reportsOperations> = {
  'reports.summary': {
    called: { project: '--project <project>' },
    example: '--from 2026-11-01 --to 2026-11-30 --time-zone Europe/Berlin',
    show({ from, to, time_zone: zone, currency, totals, unvalued, rates, rows }) {
      const omitted = unvalued.length === 0 ? [] : [`Without a rate: ${unvalued.join(', ')}`];
      return [
        `${from} to ${to} (${zone})`,
        table(rows),
        `Total in ${currency}\n${table(totals)}`,
        `Rates\n${table(rates)}`,
        ...omitted,
      ].join('\n\n');
    },
  },
  'reports.entries': { example: '"Corner shop" --line refunds --from 2026-11-01' },
  'reports.show': {
    called: { project: '--project <project>' },
    example: '--from 2026-01-01T00:00:00Z --to 2026-12-31T00:00:00Z',
    show({ sales, fees, network, exchange, spread, losses, ends, solvency }) {
      const parts = { sales, fees, network, exchange, spread, losses, 'at the end': ends };
      const all = { ...parts, ...(solvency !== null && { solvency }) };
      return Object.entries(all)
        .map(([name, rows]) => `${name}\n${table(rows)}`)
        .join('\n\n');
    },
  },
  'reports.lines': {
    called: { project: '--project <project>' },
    example: '--from 2026-01-01T00:00:00Z --json',
  },
};
