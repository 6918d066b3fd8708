// Text output of `chaintill overview show|flows`.
import { type AdaptersOf, moneyText, table } from '../../cli/adapter.ts';
import type { overviewOperations } from './contract.ts';

export const overviewAdapters: AdaptersOf<typeof overviewOperations> = {
  'overview.show': {
    called: { project: '--project <project>' },
    example: '--currency USD',
    show({ needs, accounts, total, payments }) {
      const waiting = needs
        .filter(({ count }) => count > 0)
        .map(({ kind, count, is_capped, oldest_at: oldest }) => ({
          waits: kind.replaceAll('_', ' '),
          count: is_capped ? `${count} or more` : count,
          oldest,
        }));
      const whole = total === null ? 'no current rates to value it' : moneyText(total);
      return [table(waiting), table(accounts), `Total: ${whole}`, table(payments)].join('\n\n');
    },
  },
  'overview.flows': {
    called: { project: '--project <project>' },
    example: '--from 2026-10-01T00:00:00Z --to 2026-10-31T00:00:00Z',
    show: ({ days, invoices }) => [table(days), table(invoices)].join('\n\n'),
  },
};
