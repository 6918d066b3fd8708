// German texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Zahlung',
  testNetwork: 'Testnetz: nur Testmünzen senden',
  sendExactly: 'Genau diesen Betrag senden',
  sendRemaining: 'Restbetrag senden',
  sendAny: 'Beliebigen Betrag senden in',
  language: 'Sprache',
  merchant: 'Händler',
  contact: 'Kontakt',
  rate: 'Kurs',
  price: 'Preis',
  amount: 'Betrag',
  network: 'Netzwerk',
  created: 'Erstellt',
  payBefore: 'Zahlbar bis',
  expired: 'Abgelaufen',
  timeLeft: 'noch {time}',
  oneMinuteLeft: 'Noch eine Minute zum Bezahlen',
  openInWallet: 'In Wallet öffnen',
  qrLabel: 'QR-Code der Zahlungsanforderung: {target}',
  address: 'Adresse',
  copy: 'Kopieren',
  copyAddress: 'Adresse kopieren',
  copyAmount: 'Betrag kopieren',
  copyTag: '{name} kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren nicht möglich. Bitte den Text markieren und kopieren.',
  onlyThisCoin:
    'Senden Sie nur {currency} und nur über das Netzwerk {network}. Alles andere kann verloren gehen.',
  exchangeFee:
    'Sie zahlen von einer Kryptobörse? Viele ziehen ihre Gebühr vom gesendeten Betrag ab. Achten Sie darauf, dass {amount} vollständig ankommen.',
  tagNeeded:
    'Ohne {name} kann Ihre Zahlung nicht zugeordnet werden. Geben Sie den Wert in der Wallet genau wie angezeigt ein.',
  received: 'Erhalten',
  remaining: 'Offen',
  confirmations: {
    one: '{seen} von {needed} Bestätigung',
    other: '{seen} von {needed} Bestätigungen',
  },
  confirmed: 'Bestätigt',
  transactions: 'Transaktionen',
  viewTransaction: 'Transaktion {txid} ansehen',
  returnTo: 'Zurück zu {host}',
  redirecting: 'Sie werden in wenigen Sekunden zu {host} zurückgeleitet.',
  refresh: 'Aktualisieren',
  connectionLost: 'Verbindung unterbrochen. Neuer Versuch läuft; Ihre Zahlung ist nicht betroffen.',
  channelReady: {
    title: 'Bereit für Ihre Zahlung',
    text: 'Zahlungen an diese Adresse werden automatisch erkannt. Sie können sie mehrfach verwenden.',
  },
  underpaidExpired: {
    title: 'Nicht der volle Betrag',
    text: 'Vor Ablauf der Zeit ist nur ein Teil des Betrags eingegangen. Bitte senden Sie nichts mehr; bereits gesendete {currency} sind erfasst, der Händler klärt das mit Ihnen.',
  },
  notFound: {
    title: 'Hier gibt es keine Zahlung',
    text: 'Bitte prüfen Sie die Adresse dieser Seite oder bitten Sie den Händler um einen neuen Link.',
  },
  tooManyRequests: {
    title: 'Zu viele Anfragen',
    text: 'Diese Seite wurde zu oft geladen. Sie versucht es gleich von selbst noch einmal; Ihre Zahlung ist davon nicht betroffen.',
  },
  unavailable: {
    title: 'Diese Seite ist gerade nicht verfügbar',
    text: 'Sie versucht es von selbst noch einmal. Wenn Sie schon bezahlt haben, ist Ihre Zahlung davon nicht betroffen.',
  },
  subscription: {
    interval: 'Abrechnungszeitraum',
    nextFrom: 'Nächster Zeitraum ab',
    payWith: 'Mit {coin} zahlen',
    viewPayment: 'Zahlung ansehen',
    choose: {
      title: 'Zahlungsart wählen',
      text: 'Wählen Sie eine Kryptowährung. Der Kurs steht fest, sobald Sie gewählt haben, und gilt für kurze Zeit.',
    },
    started: {
      title: 'Eine Zahlung wurde begonnen',
      text: 'Bitte sehen Sie sie an, bevor Sie noch einmal zahlen.',
    },
    paid: {
      title: 'Dieser Zeitraum ist bezahlt',
      text: 'Vielen Dank. Zurzeit ist nichts zu zahlen; zur nächsten Zahlung erhalten Sie eine E-Mail.',
    },
    ended: {
      title: 'Dieses Abonnement ist beendet',
      text: 'Hier ist nichts mehr zu zahlen.',
    },
  },
  till: {
    status: 'Status',
    works: {
      title: 'Alles funktioniert',
      text: 'Zahlungen werden erkannt, Auszahlungen gesendet und Rückrufe zugestellt.',
    },
    delayed: {
      title: 'Manches dauert länger',
      text: 'Was verspätet ist, wird von selbst nachgeholt. Keine Zahlung geht verloren.',
    },
    disturbed: {
      title: 'Der Dienst ist gestört',
      text: 'Zahlungen, die inzwischen gesendet werden, werden danach gutgeschrieben. Bitte versuchen Sie es später noch einmal.',
    },
    payments: 'Zahlungen',
    payouts: 'Auszahlungen',
    rates: 'Wechselkurse',
    callbacks: 'Rückrufe',
    standing: {
      up: 'funktioniert',
      delayed: 'verzögert',
      paused: 'angehalten',
      down: 'nicht verfügbar',
    },
    asOf: 'Stand',
  },
  refund: {
    title: 'Rückerstattung',
    fees: 'Gebühren',
    status: 'Status',
    prepared: 'Wird vorbereitet',
    failed: 'Nicht gesendet',
    onItsWay: 'Unterwegs',
    confirmed: 'Bestätigt',
    withMerchant: 'Beim Händler',
    to: 'An',
    transaction: 'Transaktion',
    copyTxid: 'Transaktions-ID kopieren',
    excess: 'Was Sie zu viel bezahlt haben, geht an Sie zurück.',
    askMerchant:
      'Der Händler hat diesen Betrag für Sie. Bitte fragen Sie ihn, wie Sie ihn erhalten.',
    askWhy: 'Diese Erstattung konnte nicht gesendet werden. Bitte wenden Sie sich an den Händler.',
    notSent: {
      title: 'Erstattung liegt beim Händler',
      text: 'Der Händler hat Ihr Geld und hat es noch an keine Adresse gesendet. Bitte fragen Sie ihn, wie Sie es erhalten.',
    },
  },
  status: {
    waiting: { title: 'Warten auf Ihre Zahlung', text: 'Die Zahlung wird automatisch erkannt.' },
    underpaid: {
      title: 'Ein Teil der Zahlung ist eingegangen',
      text: 'Bitte senden Sie den Restbetrag an dieselbe Adresse.',
    },
    confirming: {
      title: 'Zahlung gesehen',
      text: 'Sie wird vom Netzwerk bestätigt. Sie müssen nichts weiter tun.',
    },
    paid: { title: 'Zahlung abgeschlossen', text: 'Vielen Dank. Ihre Zahlung ist bestätigt.' },
    overpaid: {
      title: 'Sie haben mehr als nötig bezahlt',
      text: 'Ihre Zahlung ist eingegangen. Der Händler weiß von der Differenz und klärt sie mit Ihnen.',
    },
    late: {
      title: 'Zahlung verspätet eingegangen',
      text: 'Ihre Zahlung kam nach Ablauf der Zeit. Sie ist erfasst, der Händler klärt das mit Ihnen.',
    },
    expired: {
      title: 'Diese Zahlungsanforderung ist abgelaufen',
      text: 'Bitte senden Sie nichts mehr an diese Adresse. Falls Sie schon bezahlt haben, wird Ihre Zahlung hier noch erkannt.',
    },
    on_hold: {
      title: 'Zahlung wird geprüft',
      text: 'Ihre Zahlung ist eingegangen und wird geprüft. Bei Fragen wenden Sie sich bitte an den Händler.',
    },
    refunded: {
      title: 'Zahlung zurückgesendet',
      text: 'Der Händler hat diese Zahlung erstattet. Falls sie nicht bei Ihnen angekommen ist, wenden Sie sich bitte an den Händler.',
    },
    cancelled: {
      title: 'Diese Zahlungsanforderung wurde storniert',
      text: 'Bitte senden Sie nichts an diese Adresse.',
    },
    disabled: {
      title: 'Zurzeit keine Zahlungen',
      text: 'Diese Adresse ist derzeit abgeschaltet. Bitte senden Sie nichts an sie.',
    },
  },
} as const satisfies Strings;
