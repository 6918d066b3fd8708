// The doctor's findings, in English.
import type { FindingTexts } from './findings.ts';

export const en: FindingTexts = {
  database: { is: 'Database', advice: 'Start it; everything waits for it.' },
  database_role: {
    is: 'Rights of the service in the database',
    advice:
      'Part the service from the owner of its tables, and take from it what it does not need: operations.md, “Two roles”.',
  },
  clock: { is: 'Clock of this machine', advice: 'Set both machines by NTP.' },
  workers: {
    is: 'Processes with workers',
    advice:
      'Start one whose CHAINTILL_ROLE is workers or all: without it nothing is watched, sent or called back.',
  },
  chain: {
    is: 'Reading the chain',
    advice: 'Start the node, and compare its address and login with the configuration.',
  },
  rates: {
    is: 'Rates',
    advice: 'Look at the rate sources; without a fresh rate nothing is converted.',
  },
  node: { is: 'Node', advice: 'Do what the node’s line says.' },
  signer: { is: 'Signer', advice: 'Start it; keys.md says how.' },
  cover: {
    is: 'Wallet against the books',
    advice: 'Find out where the difference went before anything is paid out.',
  },
  network_costs: {
    is: 'Network costs in the books',
    advice:
      'Transfers that are not booked are booked within an hour. Report those that are wrong: that is a fault of the program.',
  },
  solvency: {
    is: 'What merchants own against what is there',
    advice: 'Find out how it came about; bring the coins in, or declare what you hold elsewhere.',
  },
  output_sums: {
    is: 'Sums of the outputs',
    advice: 'Somebody changed the database by hand: restore a backup (restores.md).',
  },
  books: {
    is: 'Books',
    advice: 'Payouts of the project are stopped: report it, this is a fault of the program.',
  },
  payout_stops: {
    is: 'Stopped payouts',
    advice: 'Look for the cause on the screen of stops, then lift it with a reason.',
  },
  alarms: { is: 'Standing alarms', advice: 'The screen of alarms says for each what to do.' },
  tokens: { is: 'Tokens beside coins', advice: '' },
  contested_payments: { is: 'Contested payments', advice: '' },
  small_payments: {
    is: 'Small payments',
    advice:
      'Merge them while fees are low: CHAINTILL_CONSOLIDATION_MAX_FEE names a price for the coin.',
  },
  fresh_payouts: {
    is: 'Payouts of fresh money',
    advice: 'Is the chain of the deposits moving? Else raise freshMoneyMaxEur of the project.',
  },
  deposits_unassessed: {
    is: 'Deposits without a risk',
    advice: 'Their risk source does not answer; look at the recurring work.',
  },
  invoices_overdue: {
    is: 'Invoices overdue for a look',
    advice: 'No process with workers does its work; look at the recurring work.',
  },
  channel_payments_overdue: {
    is: 'Channel payments overdue for a look',
    advice: 'No process with workers does its work; look at the recurring work.',
  },
  withdrawals_unsent: {
    is: 'Withdrawals that wait to be sent',
    advice: 'Each says on its page what it waits for.',
  },
  withdrawals_on_hold: {
    is: 'Withdrawals on hold',
    advice: 'Somebody must approve, release or cancel them.',
  },
  withdrawals_unconfirmed: {
    is: 'Withdrawals sent and not confirmed',
    advice:
      'Look their transactions up in an explorer; they are replaced by themselves while their budget lasts.',
  },
  quotes_unexpired: {
    is: 'Quotes that should have expired',
    advice: 'No process with workers does its work; look at the recurring work.',
  },
  alarm_destinations: {
    is: 'Whether alarms are told',
    advice:
      'A destination of alarms takes no messages: send a test from the screen of alarms and mend what comes back.',
  },
  backups: {
    is: 'Backups',
    advice: 'The newest backup is too old: see what its timer or script says, and make one.',
  },
  callback_deliveries_failed: {
    is: 'Callbacks given up',
    advice: 'Have their receivers mended, then send them again.',
  },
  wallets: {
    is: 'Addresses and their keys',
    advice: 'Wrong database, network or master key: stop taking payments.',
  },
  derivation: {
    is: 'Derivation of addresses',
    advice: 'Wrong database, network or master key: stop taking payments.',
  },
  addresses: {
    is: 'Payments to unknown addresses',
    advice: 'They may be of payers that this database forgot: restores.md.',
  },
};
