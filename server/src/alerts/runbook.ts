// Links an alert to its section in docs/runbook.md, which ships with every release.
import type { AlertKind } from '../contract/alert-kinds.ts';

const SECTIONS: Partial<Readonly<Record<AlertKind, string>>> = {
  clock_skew: 'chaintillclockskew',
  callback_delivery_failed: 'chaintillcallbackdeliveriesfailed',
  node_unreachable: 'chaintillnodedown',
  node_excluded: 'chaintillnodeexcluded',
  node_behind: 'chaintillnodebehind',
  backup_old: 'chaintillbackupold',
  backup_failed: 'chaintillbackupold',
  wal_archiving_failed: 'chaintillwalold',
  backup_destination_claimed: 'chaintillbackupdestinationclaimed',
  payouts_paused: 'chaintillpayoutspaused',
  hot_wallet_low_balance: 'chaintillhotwalletlow',
  insufficient_gas: 'chaintillhotwalletlow',
  signer_unavailable: 'chaintillsigner',
  rejected_by_signer: 'chaintillsigner',
  quarantine: 'chaintillquarantine',
  audit_finding: 'chaintillauditfinding',
  insolvent: 'chaintillinsolvent',
};

/** Other kinds are in the table of alerts, which that section links to. */
export function runbookOf(kind: AlertKind): string {
  return `docs/runbook.md#${SECTIONS[kind] ?? 'chaintillalert'}`;
}
