// Text output of `chaintill policy ...`: the policy, its approvers and the address book.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import type { policyOperations } from './contract.ts';

export const policyAdapters: AdaptersOf<typeof policyOperations> = {
  'policy.show': {
    arguments: ['project'],
    example: 'chaintill policy show 0199... > policy.json',
    show: ({ version, document }) => ({
      text: document,
      notes: [version === 0 ? 'The built-in policy' : `Version ${version}`],
    }),
  },
  'policy.check': {
    arguments: ['document'],
    called: { document: 'file' },
    files: ['document'],
    example: 'chaintill policy check policy.json',
    show: ({ rules }) => `Valid policy with ${rules} rules`,
  },
  'policy.set': {
    arguments: ['project', 'document'],
    called: { document: 'file' },
    files: ['document'],
    example: 'chaintill policy set 0199... policy.json --note "day limit"',
    show: ({ version, warnings }) => ({
      text: `Version ${version} is published`,
      notes: warnings.map((warning) => `Warning: ${warning}`),
    }),
  },
  'policy.history': {
    arguments: ['project'],
    example: 'chaintill policy history "Corner shop"',
    show: (page) => pageText(page),
  },
  'policy.journal': {
    arguments: ['project'],
    called: { step: '--step <step>' },
    example: 'chaintill policy journal "Corner shop"',
    show: (page) => pageText(page),
  },
  'policy.windows': {
    arguments: ['project'],
    example: 'chaintill policy windows "Corner shop"',
    show: (limits) =>
      table(
        limits.map(({ rule, hours, per, limit, limit_count: count, used: [most] }) => ({
          ...{ rule, hours, per, limit: limit ?? count },
          most: most?.name ?? most?.of ?? '',
          used: limit === null ? (most?.count ?? 0) : (most?.value ?? '0'),
          percent: most?.percent ?? null,
        })),
      ),
  },
  'policy.test': {
    arguments: ['project', 'document'],
    called: { document: 'file' },
    files: ['document'],
    example: 'chaintill policy test 0199... policy.json',
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
    arguments: ['project', 'name'],
    called: { key: '--key <api_key>' },
    example: 'chaintill policy approvers add 0199... "Ada Byron"',
    show: ({ name, code }) => ({
      text: code,
      notes: [`Code of ${name} (shown once; give it only to them):`],
    }),
  },
  'policy.approvers.list': {
    arguments: ['project'],
    example: 'chaintill policy approvers list "Corner shop"',
    show: table,
  },
  'policy.approvers.remove': {
    arguments: ['project', 'name'],
    example: 'chaintill policy approvers remove 0199... "Ada Byron"',
    show: ({ name }) => `${name} can no longer approve`,
  },
  'policy.addresses.add': {
    arguments: ['project', 'currency', 'address'],
    example: 'chaintill policy addresses add 0199... XRP "rPT1...?dt=7" --name "our exchange"',
    show: (_destination, { address }) => `Added ${address} to the address book`,
  },
  'policy.addresses.remove': {
    arguments: ['project', 'currency', 'address'],
    example: 'chaintill policy addresses remove 0199... BTC bc1q...',
    show: (_destination, { address }) => `Removed ${address} from the address book`,
  },
  'policy.addresses.list': {
    arguments: ['project'],
    example: 'chaintill policy addresses list 0199... --all',
    show: (page) => pageText(page),
  },
};
