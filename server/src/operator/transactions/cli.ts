// Text output of `chaintill transactions trace`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { transactionsOperations } from './contract.ts';

export const transactionsAdapters: AdaptersOf<typeof transactionsOperations> = {
  'transactions.trace': {
    example: '0199... 0199...',
    show({ rows, postings, on_chain }) {
      const lines = postings.map(({ of, ...posting }) => ({ ...posting, of: of.type }));
      const chain = on_chain.map(({ direction, network, txid, amount, status, ...facts }) => ({
        direction,
        network,
        txid,
        amount,
        status,
        seen_at: facts.seen_at,
      }));
      const parts = { 'in the accounts': rows, 'in the books': lines, 'on the chains': chain };
      return Object.entries(parts)
        .map(([name, each]) => `${name}\n${table(each)}`)
        .join('\n\n');
    },
  },
};
