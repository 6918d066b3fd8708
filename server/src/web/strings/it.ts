// Italian texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Pagamento',
  testNetwork: 'Rete di prova: invia solo monete di prova',
  sendExactly: 'Invia esattamente',
  sendRemaining: 'Invia il resto',
  sendAny: 'Invia qualsiasi importo in',
  language: 'Lingua',
  merchant: 'Venditore',
  contact: 'Contatto',
  rate: 'Cambio',
  price: 'Prezzo',
  amount: 'Importo',
  network: 'Rete',
  created: 'Creato',
  payBefore: 'Paga entro',
  expired: 'Scaduto',
  timeLeft: 'ancora {time}',
  oneMinuteLeft: 'Manca un minuto per pagare',
  openInWallet: 'Apri nel wallet',
  qrLabel: 'Codice QR della richiesta di pagamento: {target}',
  address: 'Indirizzo',
  copy: 'Copia',
  copyAddress: 'Copia indirizzo',
  copyAmount: 'Copia importo',
  copyTag: 'Copia {name}',
  copied: 'Copiato',
  copyFailed: 'Copia non riuscita. Seleziona il testo e copialo.',
  onlyThisCoin:
    'Invia solo {currency} e solo sulla rete {network}. Qualsiasi altro invio può andare perso.',
  exchangeFee:
    'Paghi da un exchange? Molti trattengono la commissione da ciò che invii. Assicurati che arrivino {amount} per intero.',
  tagNeeded:
    'Senza questo dato ({name}) il tuo pagamento non può essere riconosciuto. Inseriscilo nel wallet esattamente come mostrato.',
  received: 'Ricevuto',
  remaining: 'Mancante',
  confirmations: {
    one: '{seen} di {needed} conferma',
    many: '{seen} di {needed} conferme',
    other: '{seen} di {needed} conferme',
  },
  confirmed: 'Confermata',
  transactions: 'Transazioni',
  viewTransaction: 'Vedi la transazione {txid}',
  returnTo: 'Torna a {host}',
  redirecting: 'Tra pochi secondi tornerai a {host}.',
  refresh: 'Aggiorna',
  connectionLost: 'Connessione persa. Nuovo tentativo in corso; il tuo pagamento non ne risente.',
  channelReady: {
    title: 'Pronto a ricevere il tuo pagamento',
    text: 'I pagamenti a questo indirizzo vengono rilevati automaticamente. Puoi usarlo più volte.',
  },
  underpaidExpired: {
    title: 'Importo incompleto',
    text: 'Alla scadenza era arrivata solo una parte dell’importo. Non inviare altro; i {currency} già inviati sono registrati e il venditore si accorderà con te.',
  },
  notFound: {
    title: 'Qui non c’è nessun pagamento',
    text: 'Controlla l’indirizzo di questa pagina o chiedi un nuovo link al venditore.',
  },
  tooManyRequests: {
    title: 'Troppe richieste',
    text: 'Questa pagina è stata caricata troppo spesso. Riproverà da sola tra poco; il tuo pagamento non ne risente.',
  },
  unavailable: {
    title: 'Questa pagina non è disponibile al momento',
    text: 'Riproverà da sola. Se hai già pagato, il tuo pagamento non ne risente.',
  },
  subscription: {
    interval: 'Periodicità',
    nextFrom: 'Il prossimo periodo inizia il',
    payWith: 'Paga con {coin}',
    viewPayment: 'Vedi il pagamento',
    choose: {
      title: 'Scegli come pagare',
      text: 'Scegli una criptovaluta. Il cambio viene fissato quando scegli e vale per poco tempo.',
    },
    started: {
      title: 'Un pagamento è già iniziato',
      text: 'Controllalo prima di pagare di nuovo.',
    },
    paid: {
      title: 'Questo periodo è pagato',
      text: 'Grazie. Ora non c’è nulla da pagare; riceverai un’e-mail per il prossimo pagamento.',
    },
    ended: {
      title: 'Questo abbonamento è terminato',
      text: 'Qui non c’è più nulla da pagare.',
    },
  },
  till: {
    status: 'Stato',
    works: {
      title: 'Tutto funziona',
      text: 'I pagamenti vengono rilevati, i versamenti inviati e le notifiche consegnate.',
    },
    delayed: {
      title: 'Alcune cose richiedono più tempo',
      text: 'Ciò che è in ritardo viene recuperato da solo. Nessun pagamento va perso.',
    },
    disturbed: {
      title: 'Il servizio ha dei problemi',
      text: 'I pagamenti inviati nel frattempo saranno accreditati in seguito. Riprovi più tardi.',
    },
    payments: 'Pagamenti',
    payouts: 'Versamenti',
    rates: 'Tassi di cambio',
    callbacks: 'Notifiche',
    standing: { up: 'funziona', delayed: 'in ritardo', paused: 'sospeso', down: 'non disponibile' },
    asOf: 'Aggiornato al',
  },
  refund: {
    title: 'Rimborso',
    fees: 'Commissioni',
    status: 'Stato',
    prepared: 'In preparazione',
    failed: 'Non inviato',
    onItsWay: 'In arrivo',
    confirmed: 'Confermato',
    withMerchant: 'Presso il venditore',
    to: 'A',
    transaction: 'Transazione',
    copyTxid: 'Copia l’ID della transazione',
    excess: 'Quanto hai pagato in più ti viene restituito.',
    askMerchant: 'Il venditore tiene questo importo per te. Chiedigli come riceverlo.',
    askWhy: 'Non è stato possibile inviare questo rimborso. Contatta il venditore.',
    notSent: {
      title: 'Il rimborso è presso il venditore',
      text: 'Il venditore ha il tuo denaro e non l’ha ancora inviato a nessun indirizzo. Chiedigli come riceverlo.',
    },
  },
  status: {
    waiting: {
      title: 'In attesa del tuo pagamento',
      text: 'Il pagamento viene rilevato automaticamente.',
    },
    underpaid: {
      title: 'È arrivata una parte del pagamento',
      text: 'Invia il resto allo stesso indirizzo.',
    },
    confirming: {
      title: 'Pagamento rilevato',
      text: 'La rete lo sta confermando. Non devi fare altro.',
    },
    paid: { title: 'Pagamento completato', text: 'Grazie. Il tuo pagamento è confermato.' },
    overpaid: {
      title: 'Hai pagato più del necessario',
      text: 'Il tuo pagamento è arrivato. Il venditore è informato della differenza e si accorderà con te.',
    },
    late: {
      title: 'Pagamento arrivato in ritardo',
      text: 'Il tuo pagamento è arrivato dopo la scadenza. È registrato e il venditore si accorderà con te.',
    },
    expired: {
      title: 'Questa richiesta di pagamento è scaduta',
      text: 'Non inviare più nulla a questo indirizzo. Se hai già pagato, il tuo pagamento verrà comunque riconosciuto qui.',
    },
    on_hold: {
      title: 'Pagamento in verifica',
      text: 'Il tuo pagamento è arrivato ed è in corso di verifica. Per domande contatta il venditore.',
    },
    refunded: {
      title: 'Pagamento restituito',
      text: 'Il venditore ha rimborsato questo pagamento. Se non ti è arrivato, contatta il venditore.',
    },
    cancelled: {
      title: 'Questa richiesta di pagamento è stata annullata',
      text: 'Non inviare nulla a questo indirizzo.',
    },
    disabled: {
      title: 'Pagamenti sospesi',
      text: 'Questo indirizzo è al momento disattivato. Non inviare nulla.',
    },
  },
} as const satisfies Strings;
