// Text output of `chaintill doctor` and `chaintill audit`. Both exit with 1 when a problem is found.
import type { AdaptersOf } from '../../cli/adapter.ts';
import { findingText } from '../../ledger/audit.ts';
import type { checksOperations } from './contract.ts';

export const checksAdapters: AdaptersOf<typeof checksOperations> = {
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
