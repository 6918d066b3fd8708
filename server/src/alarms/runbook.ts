// Links an alert to its section in docs/runbook.md, which ships with every release.
import type { AlarmKind } from '../contract/alarm-kinds.ts';

const SECTIONS: Partial<Readonly<Record<AlarmKind, string>>> = {
  clock_wrong: 'chaintillclockwrong',
  callback_given_up: 'chaintillcallbacksgivenup',
  node_silent: 'chaintillnodedown',
  node_not_used: 'chaintillnodeunfit',
  node_behind: 'chaintillnodebehind',
  backup_old: 'chaintillbackupold',
  backup_failed: 'chaintillbackupold',
  wal_not_stored: 'chaintillwalold',
  backup_place_claimed: 'chaintillbackupplaceclaimed',
  payouts_stopped: 'chaintillpayoutsstopped',
  hot_wallet_short: 'chaintillhotwalletlow',
  gas_short: 'chaintillhotwalletlow',
  no_signer: 'chaintillsigner',
  signer_refused: 'chaintillsigner',
  quarantine: 'chaintillquarantine',
  audit: 'chaintillauditfinding',
  insolvent: 'chaintillinsolvent',
};

/** Other kinds are in the table of alerts, which that section links to. */
export function runbookOf(kind: AlarmKind): string {
  return `docs/runbook.md#${SECTIONS[kind] ?? 'chaintillalarm'}`;
}
