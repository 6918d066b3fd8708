// Text output of `chaintill proposals list|create|approve|decline|withdraw`.
import { type AdaptersOf, moneyText, pageText } from '../../cli/adapter.ts';
import type { proposalsOperations } from './contract.ts';

const called = { project: '--project <project>' } as const;

export const proposalsAdapters: AdaptersOf<typeof proposalsOperations> = {
  'proposals.list': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    show: (page) =>
      pageText(
        page,
        ({ id, kind, object_type, object_id, amount, status, proposed_by, created_at, note }) => ({
          id,
          kind,
          object: `${object_type} ${object_id}`,
          amount: moneyText(amount),
          status,
          proposed_by,
          created_at,
          note,
        }),
      ),
  },
  'proposals.create': {
    called,
    example: 'invoice 0199... refund --address tltc1qw508... --note "the customer asked for it"',
  },
  'proposals.approve': {
    called,
    example: '0199...',
    show: ({ status, outdated_code: code, result }) =>
      status === 'outdated'
        ? `Outdated (${code}): nothing was done`
        : `Approved: ${JSON.stringify(result)}`,
  },
  'proposals.decline': { called, example: '0199... --reason "the customer was already refunded"' },
  'proposals.withdraw': { called, example: '0199...' },
};
