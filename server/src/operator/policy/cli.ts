// Text output of `chaintill policy ...`: the policy, its approvers and the address book.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { policyOperations } from './contract.ts';

export const policyAdapters: AdaptersOf<typeof policyOperations> = {
  'policy.show': {
    example: '0199... > policy.json',
    show: ({ version, document }) => ({
      text: document,
      notes: [version === 0 ? 'The built-in policy' : `Version ${version}`],
    }),
  },
  'policy.check': {
    files: ['document'],
    example: 'policy.json',
    show: ({ rules }) => `Valid policy with ${rules} rules`,
  },
  'policy.set': {
    files: ['document'],
    example: '0199... policy.json --note "day limit"',
    show: ({ version, warnings }) => ({
      text: `Version ${version} is published`,
      notes: warnings.map((warning) => `Warning: ${warning}`),
    }),
  },
  'policy.history': { example: '"Corner shop"' },
  'policy.journal': { called: { step: '--step <step>' }, example: '"Corner shop"' },
  'policy.windows': {
    example: '"Corner shop"',
    show: (limits) =>
      table(
        limits.map(({ rule, hours, per, limit, limit_count: count, used: [most] }) => ({
          rule,
          hours,
          per,
          limit: limit ?? count,
          most: most?.name ?? most?.of ?? '',
          used: limit === null ? (most?.count ?? 0) : (most?.value ?? '0'),
          percent: most?.percent ?? null,
        })),
      ),
  },
  'policy.test': {
    files: ['document'],
    example: '0199... policy.json',
    show({ attempts, allow, hold, refuse, differing, differences }) {
      const lines = differences.map(({ was_decided: _, would_decide: __, ...line }) => line);
      const rest = differing - differences.length;
      const sum = `${attempts} requested: ${allow} allowed, ${hold} held, ${refuse} rejected; ${differing} decided differently than before`;
      return {
        text: differing > 0 ? `${table(lines)}\n${sum}` : sum,
        notes: rest > 0 ? [`... and ${rest} more`] : [],
      };
    },
  },
  'policy.approvers.add': {
    called: { key: '--key <api_key>' },
    example: '0199... "Ada Byron"',
    show: ({ name, code }) => ({
      text: code,
      notes: [`Code of ${name} (shown once; give it only to them):`],
    }),
  },
  'policy.approvers.list': { example: '"Corner shop"' },
  'policy.approvers.remove': {
    example: '0199... "Ada Byron"',
    show: ({ name }) => `${name} can no longer approve`,
  },
  'policy.addresses.add': {
    example: '0199... XRP "rPT1...?dt=7" --name "our exchange"',
    show: (_destination, { address }) => `Added ${address} to the address book`,
  },
  'policy.addresses.remove': {
    example: '0199... BTC bc1q...',
    show: (_destination, { address }) => `Removed ${address} from the address book`,
  },
  'policy.addresses.list': { example: '0199... --all' },
};
