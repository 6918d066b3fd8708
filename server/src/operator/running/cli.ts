// Text output of `chaintill nodes list`, `rates list`, `versions show` and `workers list`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { runningOperations } from './contract.ts';

export const runningAdapters: AdaptersOf<typeof runningOperations> = {
  'nodes.list': {
    show: (chains) =>
      table(
        chains.map(({ coin, height, node_height, seconds_since_look, last_error, nodes }) => ({
          coin,
          height,
          node_height,
          seconds_since_look,
          nodes: nodes.map(({ node, used }) => (used ? node : `(${node})`)),
          peers: nodes.map(({ peers }) => peers ?? '-'),
          last_error,
        })),
      ),
    isBad: (chains) => chains.some(({ ok }) => !ok),
  },
  'rates.list': {
    show: ({ rates }) =>
      table(rates.map(({ quote, sources, ...rate }) => ({ ...rate, sources: sources.length }))),
    isBad: ({ rates }) => rates.some(({ status }) => status !== 'in_force'),
  },
  'versions.show': {
    show: ({ migration, ...versions }) => table([{ ...versions, migration: migration.number }]),
  },
  'workers.list': {
    show: ({ recurring, queues }) => `${table(recurring)}\n\n${table(queues)}`,
    isBad: ({ recurring }) => recurring.some(({ failures }) => failures > 0),
  },
};
