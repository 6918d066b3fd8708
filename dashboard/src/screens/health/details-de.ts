// Details of the doctor's findings, in German.
import { brokenRules } from './broken-rules.ts';
import type { DetailTexts } from './details.ts';

export const de: DetailTexts = {
  none: () => 'Keine.',
  counted: ({ count }) => `${count}`,
  clock_ahead: ({ seconds }) => `Sie geht der Uhr der Datenbank um ${seconds} s vor.`,
  clock_behind: ({ seconds }) => `Sie geht der Uhr der Datenbank um ${seconds} s nach.`,
  covered: ({ held, owed }) => `Die Wallet hält ${held}, davon gehören den Büchern ${owed}.`,
  network_costs: ({ transfers, wrong, unbooked }) =>
    `Neueste Transfers: ${transfers}. Falsch gebucht: ${wrong}. Noch nicht gebucht: ${unbooked}.`,
  owned: ({ owed, held, beside_tokens: apart, declared }) =>
    `Händlern gehören ${owed}; die Wallet hält ${held}${apart === null ? '' : ` (davon ${apart} neben Token)`}, anderswo erklärt: ${declared}.`,
  rest: ({ rest }) =>
    rest === null ? 'Es gibt keine frischen Kurse dafür.' : `Wenn alle ausgezahlt sind: ${rest}.`,
  sums_differ: ({ coins }) => `Sie sind nicht die Summe der Ausgänge: ${coins}.`,
  beside_tokens: ({ outputs, amount }) =>
    `Ausgänge neben Token: ${outputs}, mit ${amount}. Sie werden nie ausgegeben.`,
  contested: ({ count }) => `Unbestätigt, und ihr Geld ist doppelt ausgegeben: ${count}.`,
  small: (of) =>
    `${of.dear} von ${of.outputs} Ausgängen verlieren ein Zehntel oder mehr an einen Eingang von ${of.per_input}: ${of.small} kosten ${of.cost} ihrer ${of.small_amount}, und ${of.uneconomical} mit ${of.uneconomical_amount} kosten mehr, als sie bringen.`,
  await_final: ({ count, projects }) =>
    `Warten auf endgültige Blöcke: ${count}, aus Projekten: ${projects}.`,
  fine: () => '',
  database_silent: () => 'Sie antwortet nicht.',
  database_unreachable: () => 'Sie ist nicht erreichbar.',
  chain_not_watched: () => 'Sie wurde noch nicht angesehen.',
  poll_failures: ({ count, said }) =>
    `Gescheiterte Blicke nacheinander: ${count}. Der letzte sagte: ${said}`,
  node_hangs: ({ seconds }) => `Seit ${seconds} s endete kein Blick: der Knoten antwortet nicht.`,
  no_watcher: ({ seconds }) =>
    `Seit ${seconds} s endete kein Blick: kein Prozess mit Arbeitern sieht hin.`,
  rates_missing: ({ coins }) => `Es gibt keinen frischen Kurs für ${coins}.`,
  db_role_superuser: ({ role }) =>
    `Der Rolle ${role} gehören die Tabellen; sie könnte die Beweise der Bücher abschalten.`,
  db_role_excess_privileges: ({ role, rights }) =>
    `Die Rolle ${role} darf mehr, als sie braucht: ${rights}.`,
  ledger_ok: ({ proven_at: at, unproven }, time) =>
    `Jede Regel der Bücher gilt${at === null ? '; was vorbei ist, wurde seither nicht noch einmal bewiesen' : `; alles wurde noch einmal bewiesen: ${time(at)}`}${unproven === 0 ? '' : `; Projekte, von denen nicht alles Neue angesehen wurde: ${unproven}`}.`,
  ledger_inconsistent: ({ rules }, _time, invariant) =>
    `Diese Regeln sind verletzt (mit dem Projekt): ${brokenRules(rules, invariant)}.`,
  stopped: ({ projects }) => `Gestoppt für: ${projects.join(', ')}.`,
  no_alert_channel: () =>
    'Sie werden nirgends gemeldet: fügen Sie auf der Seite der Alarme ein Ziel hinzu.',
  alert_channels: ({ names }) => `Sie werden gemeldet an: ${names.join(', ')}.`,
  alert_delivery_failed: ({ names, said }) =>
    `Diese nehmen keine Nachrichten an: ${names.join(', ')}. Das erste sagte: ${said}`,
  backup_none: () => 'Keine wurde mit chaintill backup create gemacht.',
  backup_newest: ({ at, is_proven: proven, wal_until: wal }, time) =>
    `Die neueste endete: ${time(at)}; sie wurde ${proven ? 'bewiesen' : 'nicht bewiesen'}.` +
    (wal === null ? '' : ` Das Protokoll ist abgelegt bis: ${time(wal)}.`),
  backup_before_wal: ({ wal_since: since }, time) =>
    `Das Protokoll der Datenbank wird abgelegt seit: ${time(since)}, und seitdem entstand keine Sicherung: Ohne eine führt es nirgendwohin.`,
  wal_old: ({ wal_until: until }, time) =>
    `Das Protokoll der Datenbank ist abgelegt bis: ${time(until)}, und nicht weiter.`,
  backup_destination_claimed: ({ place }) =>
    `Der Sicherungsort ${place} gehört zu einem anderen Verlauf dieser Datenbank: Dort wird nichts abgelegt.`,
  signer_here: () => 'In diesem Prozess.',
  signer_separate: () => 'Er antwortet.',
  signer_none: () => 'Es gibt keinen: dieser Dienst empfängt nur.',
  signer_unreachable: ({ said }) => `Er signiert nicht: ${said}`,
  xpub_mismatch: ({ coin, address }) =>
    `Die ${coin}-Adresse ${address} ist nicht die ihres Schlüssels.`,
  derivation_mismatch: ({ addresses }) => `Anders abgeleitet als beim ersten Start: ${addresses}.`,
  paid_unknown: ({ payments }) =>
    `Zahlungen kamen an Adressen, die diese Datenbank damals niemandem gegeben hatte: ${payments}.`,
};
