// Text output of `chaintill nodes|rates|versions|workers ...`, `doctor` and `audit`. The last two exit with 1 when they
// find a problem.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import { findingText } from '../../ledger/audit.ts';
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
  'workers.run': {
    example: 'rates',
    show: ({ name, status }) =>
      status === 'running' ? `${name} is running` : `${name} runs within a second`,
  },
  doctor: {
    anyClock: true,
    show: (findings) => findings.map(lineOf).join('\n'),
    isBad: (findings) => findings.some(({ ok }) => !ok),
  },
  audit: {
    anyClock: true,
    show: (findings) => ({
      text: findings.map((finding) => `BAD  ${findingText(finding)}`).join('\n'),
      notes: findings.length > 0 ? [] : ['all invariants hold'],
    }),
    isBad: (findings) => findings.length > 0,
  },
};

function lineOf(finding: {
  check: string;
  ok: boolean;
  text: string;
  hint: string | null;
}): string {
  const line = `${finding.ok ? 'ok  ' : 'BAD '} ${finding.check}: ${finding.text}`;
  return finding.hint === null ? line : `${line}\n     -> ${finding.hint}`;
}
