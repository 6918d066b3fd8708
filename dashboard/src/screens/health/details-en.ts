// Details of the doctor's findings, in English.
import { brokenRules } from './broken-rules.ts';
import type { DetailTexts } from './details.ts';

export const en: DetailTexts = {
  none: () => 'None.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `It is ${seconds} s ahead of the clock of the database.`,
  clock_behind: ({ seconds }) => `It is ${seconds} s behind the clock of the database.`,
  covered: ({ held, owed }) => `The wallet holds ${held}, the books own ${owed} of it.`,
  network_costs: ({ transfers, wrong, unbooked }) =>
    `Newest transfers: ${transfers}. Booked wrong: ${wrong}. Not booked yet: ${unbooked}.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Merchants own ${owed}; the wallet holds ${held}${apart === null ? '' : ` (${apart} of it beside tokens)`}, declared elsewhere: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'There are no fresh rates to value it.' : `When all are paid out: ${rest}.`,
  sums_differ: ({ coins }) => `They are not what the outputs sum to: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Outputs beside tokens: ${outputs}, with ${amount}. They are never spent.`,
  contested: ({ count }) => `Unconfirmed, and their money is spent twice: ${count}.`,
  small: (of) =>
    `${of.dear} of ${of.outputs} outputs lose a tenth or more to an input of ${of.per_input}: ${of.small} cost ${of.cost} of their ${of.small_amount}, and ${of.uneconomical} with ${of.uneconomical_amount} cost more than they bring.`,
  await_final: ({ count, projects }) =>
    `Waiting for final blocks: ${count}, of projects: ${projects}.`,
  fine: () => '',
  database_silent: () => 'It does not answer.',
  database_unreachable: () => 'It cannot be reached.',
  chain_not_watched: () => 'It was not looked at yet.',
  poll_failures: ({ count, said }) =>
    `Failed looks one after the other: ${count}. The last one said: ${said}`,
  node_hangs: ({ seconds }) => `No look has ended for ${seconds} s: the node does not answer.`,
  no_watcher: ({ seconds }) => `No look has ended for ${seconds} s: no process with workers looks.`,
  rates_missing: ({ coins }) => `There is no fresh rate of ${coins}.`,
  db_role_superuser: ({ role }) =>
    `The role ${role} owns the tables, and could switch the proofs of the books off.`,
  db_role_excess_privileges: ({ role, rights }) =>
    `The role ${role} may do more than it needs: ${rights}.`,
  ledger_ok: ({ proven_at: at, unproven }, time) =>
    `Every rule of the books holds${at === null ? '; what is over was not proven again since' : `; all was proven again on ${time(at)}`}${unproven === 0 ? '' : `; of projects with much that is new not all of it was looked at: ${unproven}`}.`,
  ledger_inconsistent: ({ rules }, _time, invariant) =>
    `These rules are broken (with the project): ${brokenRules(rules, invariant)}.`,
  stopped: ({ projects }) => `Stopped for: ${projects.join(', ')}.`,
  no_alert_channel: () => 'They are told nowhere: add where on the screen of alarms.',
  alert_channels: ({ names }) => `They are told to: ${names.join(', ')}.`,
  alert_delivery_failed: ({ names, said }) =>
    `These take no messages: ${names.join(', ')}. The first one said: ${said}`,
  backup_none: () => 'None was made by chaintill backup create.',
  backup_newest: ({ at, is_proven: proven, wal_until: wal }, time) =>
    `The newest ended on ${time(at)}${proven ? ', and was proven' : ', and was not proven'}.` +
    (wal === null ? '' : ` The log is stored up to ${time(wal)}.`),
  backup_before_wal: ({ wal_since: since }, time) =>
    `The log of the database is stored since ${time(since)}, and no backup was made since: without one it leads nowhere.`,
  wal_old: ({ wal_until: until }, time) =>
    `The log of the database is stored up to ${time(until)}, and no further.`,
  backup_destination_claimed: ({ place }) =>
    `The backup place ${place} belongs to another history of this database: nothing is stored there.`,
  signer_here: () => 'In this process.',
  signer_separate: () => 'It answers.',
  signer_none: () => 'There is none: this service only receives.',
  signer_unreachable: ({ said }) => `It does not sign: ${said}`,
  xpub_mismatch: ({ coin, address }) => `The ${coin} address ${address} is not that of its key.`,
  derivation_mismatch: ({ addresses }) =>
    `Derived otherwise than at the first start: ${addresses}.`,
  paid_unknown: ({ payments }) =>
    `Payments came to addresses that this database had given to nobody then: ${payments}.`,
};
