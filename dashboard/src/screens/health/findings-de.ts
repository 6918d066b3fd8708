// The doctor's findings, in German.
import type { FindingTexts } from './findings.ts';

export const de: FindingTexts = {
  database: { is: 'Datenbank', advice: 'Starten Sie sie; alles wartet auf sie.' },
  database_role: {
    is: 'Rechte des Dienstes in der Datenbank',
    advice:
      'Trennen Sie den Dienst vom Besitzer seiner Tabellen und nehmen Sie ihm, was er nicht braucht: operations.md, „Two roles“.',
  },
  clock: { is: 'Uhr dieser Maschine', advice: 'Stellen Sie beide Maschinen über NTP.' },
  workers: {
    is: 'Prozesse, die arbeiten',
    advice:
      'Starten Sie einen mit CHAINTILL_ROLE workers oder all: Ohne ihn wird nichts beobachtet, gesendet oder gemeldet.',
  },
  chain: {
    is: 'Lesen der Kette',
    advice:
      'Starten Sie den Knoten und vergleichen Sie Adresse und Anmeldung mit der Konfiguration.',
  },
  rates: {
    is: 'Kurse',
    advice: 'Sehen Sie die Kursquellen an; ohne frischen Kurs wird nichts umgerechnet.',
  },
  node: { is: 'Knoten', advice: 'Tun Sie, was die Zeile des Knotens sagt.' },
  signer: { is: 'Signierer', advice: 'Starten Sie ihn; keys.md sagt, wie.' },
  cover: {
    is: 'Wallet gegen die Bücher',
    advice: 'Finden Sie heraus, wohin der Unterschied ging, bevor etwas ausgezahlt wird.',
  },
  network_costs: {
    is: 'Netzkosten in den Büchern',
    advice:
      'Nicht gebuchte Transfers werden innerhalb einer Stunde gebucht. Melden Sie falsch gebuchte: das ist ein Fehler des Programms.',
  },
  solvency: {
    is: 'Was Händlern gehört gegen das, was da ist',
    advice:
      'Finden Sie heraus, wie es dazu kam; bringen Sie die Münzen herbei, oder erklären Sie, was Sie anderswo halten.',
  },
  output_sums: {
    is: 'Summen der Ausgänge',
    advice:
      'Jemand hat die Datenbank von Hand verändert: spielen Sie eine Sicherung ein (restores.md).',
  },
  books: {
    is: 'Bücher',
    advice:
      'Die Auszahlungen des Projekts sind gestoppt: melden Sie es, das ist ein Fehler des Programms.',
  },
  payout_stops: {
    is: 'Gestoppte Auszahlungen',
    advice:
      'Gehen Sie der Ursache auf der Seite der Stopps nach, dann heben Sie ihn mit einem Grund auf.',
  },
  alarms: {
    is: 'Alarme, die anstehen',
    advice: 'Die Seite der Alarme sagt zu jedem, was zu tun ist.',
  },
  tokens: { is: 'Token neben Münzen', advice: '' },
  contested_payments: { is: 'Bestrittene Zahlungen', advice: '' },
  small_payments: {
    is: 'Kleine Zahlungen',
    advice:
      'Führen Sie sie zusammen, solange Gebühren niedrig sind: CHAINTILL_CONSOLIDATION_MAX_FEE nennt einen Preis für die Münze.',
  },
  fresh_payouts: {
    is: 'Auszahlungen frischen Geldes',
    advice:
      'Bewegt sich die Kette der Einzahlungen? Sonst erhöhen Sie freshMoneyMaxEur des Projekts.',
  },
  deposits_unassessed: {
    is: 'Einzahlungen ohne Risiko',
    advice: 'Ihre Risikoquelle antwortet nicht; sehen Sie die wiederkehrende Arbeit an.',
  },
  invoices_overdue: {
    is: 'Rechnungen, die überfällig sind',
    advice: 'Kein Prozess mit Arbeitern tut seine Arbeit; sehen Sie die wiederkehrende Arbeit an.',
  },
  channel_payments_overdue: {
    is: 'Kanalzahlungen, die überfällig sind',
    advice: 'Kein Prozess mit Arbeitern tut seine Arbeit; sehen Sie die wiederkehrende Arbeit an.',
  },
  withdrawals_unsent: {
    is: 'Auszahlungen, die auf das Senden warten',
    advice: 'Jede sagt auf ihrer Seite, worauf sie wartet.',
  },
  withdrawals_on_hold: {
    is: 'Angehaltene Auszahlungen',
    advice: 'Jemand muss sie genehmigen, freigeben oder abbrechen.',
  },
  withdrawals_unconfirmed: {
    is: 'Gesendete Auszahlungen ohne Bestätigung',
    advice:
      'Sehen Sie ihre Transaktionen in einem Explorer nach; sie werden von selbst ersetzt, solange ihr Budget reicht.',
  },
  quotes_unexpired: {
    is: 'Angebote, die abgelaufen sein sollten',
    advice: 'Kein Prozess mit Arbeitern tut seine Arbeit; sehen Sie die wiederkehrende Arbeit an.',
  },
  alarm_destinations: {
    is: 'Ob Alarme gemeldet werden',
    advice:
      'Ein Ziel für Alarme nimmt keine Nachrichten an: Senden Sie vom Bildschirm der Alarme einen Test und beheben Sie, was zurückkommt.',
  },
  backups: {
    is: 'Sicherungen',
    advice:
      'Die neueste Sicherung ist zu alt: Sehen Sie nach, was ihr Timer oder Skript sagt, und machen Sie eine.',
  },
  callback_deliveries_failed: {
    is: 'Aufgegebene Rückrufe',
    advice: 'Lassen Sie die Empfänger richten und senden Sie sie dann erneut.',
  },
  wallets: {
    is: 'Adressen und ihre Schlüssel',
    advice:
      'Falsche Datenbank, falsches Netz oder falscher Hauptschlüssel: nehmen Sie keine Zahlungen mehr an.',
  },
  derivation: {
    is: 'Ableitung der Adressen',
    advice:
      'Falsche Datenbank, falsches Netz oder falscher Hauptschlüssel: nehmen Sie keine Zahlungen mehr an.',
  },
  addresses: {
    is: 'Zahlungen an unbekannte Adressen',
    advice: 'Sie können von Zahlern sein, die diese Datenbank vergessen hat: restores.md.',
  },
};
