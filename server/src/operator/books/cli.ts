// Text output of `chaintill books show` and `solvency ...`.
import { type AdaptersOf, moneyText, pageText, table } from '../../cli/adapter.ts';
import { invariantText } from '../../ledger/audit.ts';
import type { booksOperations } from './contract.ts';

export const booksAdapters: AdaptersOf<typeof booksOperations> = {
  'books.show': {
    show({ projects, whole, found }) {
      const verified = projects.map(({ project_id, project, proven_at, is_due }) => ({
        project,
        project_id,
        proven_at: proven_at ?? 'not yet',
        due: is_due,
      }));
      const wrong = found.map(({ found_at, invariant, facts }) => ({
        found_at,
        invariant,
        text: invariantText(invariant),
        facts: JSON.stringify(facts),
      }));
      return [
        table(verified),
        `\nFull audit from the first row: ${wholeText(whole)}`,
        ...(wrong.length === 0 ? [] : ['\nWrong:', table(wrong)]),
      ].join('\n');
    },
    isBad: ({ found }) => found.length > 0,
  },
  'solvency.show': {
    show({ positions, rest }) {
      const whole = rest === null ? 'no current rates to value it' : moneyText(rest);
      return `${table(positions)}\n\nTotal after paying out everything: ${whole}`;
    },
  },
  'solvency.record-holding': {
    example: '25000 EUR --reason "client account, statement of 30 November"',
    show: (_money, { amount, currency }) => `Declared ${amount} ${currency}`,
  },
  'solvency.holdings': { show: (page) => pageText(page, ({ id, ...row }) => row) },
};

function wholeText(
  whole: { readonly began_at: string; readonly ended_at: string | null } | null,
): string {
  if (whole === null) return 'never (chaintill audit)';
  return whole.ended_at ?? `started ${whole.began_at}, not finished (chaintill audit)`;
}
