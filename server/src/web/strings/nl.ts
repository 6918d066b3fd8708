// Dutch texts of the hosted pages. Used by strings.ts alone.
import type { Strings } from '../strings-type.ts';

export default {
  payment: 'Betaling',
  testNetwork: 'Testnetwerk: stuur alleen testmunten',
  sendExactly: 'Stuur precies',
  sendRemaining: 'Stuur het resterende bedrag',
  sendAny: 'Stuur een bedrag naar keuze in',
  language: 'Taal',
  merchant: 'Verkoper',
  contact: 'Contact',
  rate: 'Koers',
  price: 'Prijs',
  amount: 'Bedrag',
  network: 'Netwerk',
  created: 'Aangemaakt',
  payBefore: 'Betalen voor',
  expired: 'Verlopen',
  timeLeft: 'nog {time}',
  oneMinuteLeft: 'Nog één minuut om te betalen',
  openInWallet: 'Openen in wallet',
  qrLabel: 'QR-code van het betaalverzoek: {target}',
  address: 'Adres',
  copy: 'Kopiëren',
  copyAddress: 'Adres kopiëren',
  copyAmount: 'Bedrag kopiëren',
  copyTag: '{name} kopiëren',
  copied: 'Gekopieerd',
  copyFailed: 'Kopiëren is niet gelukt. Selecteer de tekst en kopieer die.',
  onlyThisCoin:
    'Stuur alleen {currency}, en alleen via het netwerk {network}. Al het andere kan verloren gaan.',
  exchangeFee:
    'Betaal je vanaf een exchange? Veel exchanges halen hun kosten van het verstuurde bedrag af. Zorg dat {amount} volledig aankomt.',
  tagNeeded:
    'Zonder dit gegeven ({name}) kan je betaling niet worden herkend. Vul het in je wallet precies zo in als hier staat.',
  received: 'Ontvangen',
  remaining: 'Resterend',
  confirmations: {
    one: '{seen} van {needed} bevestiging',
    other: '{seen} van {needed} bevestigingen',
  },
  confirmed: 'Bevestigd',
  transactions: 'Transacties',
  viewTransaction: 'Transactie {txid} bekijken',
  returnTo: 'Terug naar {host}',
  redirecting: 'Je gaat over een paar seconden terug naar {host}.',
  refresh: 'Vernieuwen',
  connectionLost:
    'Verbinding verbroken. We proberen het opnieuw; dit heeft geen gevolgen voor je betaling.',
  channelReady: {
    title: 'Klaar voor je betaling',
    text: 'Betalingen naar dit adres worden automatisch herkend. Je kunt het vaker gebruiken.',
  },
  underpaidExpired: {
    title: 'Niet het volledige bedrag',
    text: 'Voor het verlopen van de tijd is maar een deel van het bedrag aangekomen. Stuur niets meer; de al verstuurde {currency} is geregistreerd en de verkoper lost het met je op.',
  },
  notFound: {
    title: 'Hier is geen betaling',
    text: 'Controleer het adres van deze pagina of vraag de verkoper om een nieuwe link.',
  },
  tooManyRequests: {
    title: 'Te veel verzoeken',
    text: 'Deze pagina is te vaak geladen. Ze probeert het zo zelf opnieuw; dit heeft geen gevolgen voor je betaling.',
  },
  unavailable: {
    title: 'Deze pagina is nu niet beschikbaar',
    text: 'Ze probeert het zelf opnieuw. Als je al hebt betaald, heeft dit geen gevolgen voor je betaling.',
  },
  subscription: {
    interval: 'Betaalperiode',
    nextFrom: 'Volgende periode begint op',
    payWith: 'Betalen met {coin}',
    viewPayment: 'Betaling bekijken',
    choose: {
      title: 'Kies hoe je betaalt',
      text: 'Kies een cryptomunt. De koers staat vast zodra je kiest, en geldt korte tijd.',
    },
    started: {
      title: 'Er is al een betaling begonnen',
      text: 'Bekijk die voordat je nog een keer betaalt.',
    },
    paid: {
      title: 'Deze periode is betaald',
      text: 'Bedankt. Er hoeft nu niets betaald te worden; je krijgt een e-mail voor de volgende betaling.',
    },
    ended: {
      title: 'Dit abonnement is beëindigd',
      text: 'Hier hoeft niets meer betaald te worden.',
    },
  },
  till: {
    status: 'Status',
    works: {
      title: 'Alles werkt',
      text: 'Betalingen worden gezien, uitbetalingen verstuurd en meldingen bezorgd.',
    },
    delayed: {
      title: 'Sommige dingen duren langer',
      text: 'Wat te laat is, wordt vanzelf ingehaald. Er gaat geen betaling verloren.',
    },
    disturbed: {
      title: 'De dienst is verstoord',
      text: 'Betalingen die intussen worden verstuurd, worden daarna bijgeschreven. Probeer het later opnieuw.',
    },
    payments: 'Betalingen',
    payouts: 'Uitbetalingen',
    rates: 'Wisselkoersen',
    callbacks: 'Meldingen',
    standing: { up: 'werkt', delayed: 'vertraagd', paused: 'gepauzeerd', down: 'niet beschikbaar' },
    asOf: 'Stand van',
  },
  refund: {
    title: 'Terugbetaling',
    fees: 'Kosten',
    status: 'Status',
    prepared: 'Wordt voorbereid',
    failed: 'Niet verzonden',
    onItsWay: 'Onderweg',
    confirmed: 'Bevestigd',
    withMerchant: 'Bij de verkoper',
    to: 'Naar',
    transaction: 'Transactie',
    copyTxid: 'Transactie-ID kopiëren',
    excess: 'Wat je te veel hebt betaald, krijg je terug.',
    askMerchant: 'De verkoper heeft dit bedrag voor je. Vraag de verkoper hoe je het ontvangt.',
    askWhy: 'Deze terugbetaling kon niet worden verzonden. Neem contact op met de verkoper.',
    notSent: {
      title: 'De terugbetaling ligt bij de verkoper',
      text: 'De verkoper heeft je geld en heeft het nog naar geen adres gestuurd. Vraag de verkoper hoe je het ontvangt.',
    },
  },
  status: {
    waiting: {
      title: 'Wachten op je betaling',
      text: 'De betaling wordt automatisch herkend.',
    },
    underpaid: {
      title: 'Een deel van de betaling is aangekomen',
      text: 'Stuur het resterende bedrag naar hetzelfde adres.',
    },
    confirming: {
      title: 'Betaling gezien',
      text: 'Het netwerk bevestigt de betaling. Je hoeft niets meer te doen.',
    },
    paid: { title: 'Betaling voltooid', text: 'Bedankt. Je betaling is bevestigd.' },
    overpaid: {
      title: 'Je hebt meer betaald dan nodig',
      text: 'Je betaling is aangekomen. De verkoper weet van het verschil en lost het met je op.',
    },
    late: {
      title: 'Betaling te laat aangekomen',
      text: 'Je betaling kwam na het verlopen van de tijd. Ze is geregistreerd en de verkoper lost het met je op.',
    },
    expired: {
      title: 'Dit betaalverzoek is verlopen',
      text: 'Stuur niets meer naar dit adres. Heb je al betaald, dan wordt je betaling hier nog herkend.',
    },
    on_hold: {
      title: 'Betaling wordt gecontroleerd',
      text: 'Je betaling is aangekomen en wordt gecontroleerd. Neem bij vragen contact op met de verkoper.',
    },
    refunded: {
      title: 'Betaling teruggestuurd',
      text: 'De verkoper heeft deze betaling terugbetaald. Heb je haar niet ontvangen, neem dan contact op met de verkoper.',
    },
    cancelled: {
      title: 'Dit betaalverzoek is geannuleerd',
      text: 'Stuur niets naar dit adres.',
    },
    disabled: {
      title: 'Geen betalingen mogelijk',
      text: 'Dit adres is op dit moment uitgeschakeld. Stuur er niets naartoe.',
    },
  },
} as const satisfies Strings;
