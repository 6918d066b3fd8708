// Words of withdrawals for the values of a list: fee levels, what an amount means, steps of a transfer, and decisions.
import { defineMessages } from '../../shared/i18n.tsx';

export const levelMessages = defineMessages(
  { slow: 'slow', average: 'average', fast: 'fast' },
  {
    de: { slow: 'langsam', average: 'mittel', fast: 'schnell' },
    fr: { slow: 'lent', average: 'moyen', fast: 'rapide' },
    es: { slow: 'lento', average: 'medio', fast: 'rápido' },
  },
);

export const meaningMessages = defineMessages(
  {
    received_amount: 'arrives, in the coin',
    charged_amount_to_send: 'arrives, in the account’s currency',
    charged_amount: 'is charged, fees included',
  },
  {
    de: {
      received_amount: 'ankommt, im Coin',
      charged_amount_to_send: 'ankommt, in der Kontowährung',
      charged_amount: 'belastet wird, mit Gebühren',
    },
    fr: {
      received_amount: 'arrive, dans la monnaie',
      charged_amount_to_send: 'arrive, en devise du compte',
      charged_amount: 'est débité, frais compris',
    },
    es: {
      received_amount: 'llega, en la moneda',
      charged_amount_to_send: 'llega, en la divisa de la cuenta',
      charged_amount: 'se carga, con comisiones',
    },
  },
);

export const attemptMessages = defineMessages(
  {
    reserved: 'Coins set aside',
    signed: 'Signed',
    broadcast: 'Given to the network',
    seen: 'Seen in a block',
    refused: 'Refused by a node',
    confirmed: 'Final',
    left_the_chain: 'Its block left the chain',
    replaced: 'Replaced',
    bumped: 'Offered with a higher fee',
    dead: 'Can never be in the chain',
    failed_on_chain: 'The network did not carry it out',
  },
  {
    de: {
      reserved: 'Coins beiseitegelegt',
      signed: 'Unterschrieben',
      broadcast: 'Dem Netz übergeben',
      seen: 'In einem Block gesehen',
      refused: 'Von einem Knoten abgelehnt',
      confirmed: 'Endgültig',
      left_the_chain: 'Sein Block verließ die Kette',
      replaced: 'Ersetzt',
      bumped: 'Mit höherer Gebühr angeboten',
      dead: 'Kann nie mehr in die Kette',
      failed_on_chain: 'Das Netz führte es nicht aus',
    },
    fr: {
      reserved: 'Fonds mis de côté',
      signed: 'Signé',
      broadcast: 'Remis au réseau',
      seen: 'Vu dans un bloc',
      refused: 'Refusé par un nœud',
      confirmed: 'Définitif',
      left_the_chain: 'Son bloc a quitté la chaîne',
      replaced: 'Remplacé',
      bumped: 'Proposé à un prix plus élevé',
      dead: 'Ne sera jamais dans la chaîne',
      failed_on_chain: 'Le réseau ne l’a pas exécuté',
    },
    es: {
      reserved: 'Fondos apartados',
      signed: 'Firmada',
      broadcast: 'Entregada a la red',
      seen: 'Vista en un bloque',
      refused: 'Rechazada por un nodo',
      confirmed: 'Definitiva',
      left_the_chain: 'Su bloque salió de la cadena',
      replaced: 'Sustituida',
      bumped: 'Ofrecida con más comisión',
      dead: 'Nunca podrá estar en la cadena',
      failed_on_chain: 'La red no la ejecutó',
    },
  },
);

/** What people and rules did with it. */
export const decisionMessages = defineMessages(
  {
    approved: 'Approved',
    released: 'Released',
    refused: 'Refused',
    refused_by_rule: 'Refused by a rule',
  },
  {
    de: {
      approved: 'Zugestimmt',
      released: 'Freigegeben',
      refused: 'Abgelehnt',
      refused_by_rule: 'Von einer Regel abgelehnt',
    },
    fr: {
      approved: 'Approuvé',
      released: 'Libéré',
      refused: 'Refusé',
      refused_by_rule: 'Refusé par une règle',
    },
    es: {
      approved: 'Aprobada',
      released: 'Liberada',
      refused: 'Rechazada',
      refused_by_rule: 'Rechazada por una regla',
    },
  },
);

export const verbMessages = defineMessages(
  {
    approve: 'Approve',
    refuse: 'Refuse',
    release: 'Release',
    retry: 'Send again',
    cancel: 'Cancel withdrawal',
    giveUp: 'Give up',
    void: 'End transfer',
  },
  {
    de: {
      approve: 'Zustimmen',
      refuse: 'Ablehnen',
      release: 'Freigeben',
      retry: 'Erneut senden',
      cancel: 'Auszahlung abbrechen',
      giveUp: 'Aufgeben',
      void: 'Überweisung beenden',
    },
    fr: {
      approve: 'Approuver',
      refuse: 'Refuser',
      release: 'Libérer',
      retry: 'Renvoyer',
      cancel: 'Annuler le retrait',
      giveUp: 'Abandonner',
      void: 'Mettre fin au transfert',
    },
    es: {
      approve: 'Aprobar',
      refuse: 'Rechazar',
      release: 'Liberar',
      retry: 'Enviar de nuevo',
      cancel: 'Cancelar la retirada',
      giveUp: 'Abandonar',
      void: 'Terminar la transferencia',
    },
  },
);

/** What each will do. */
export const effectMessages = defineMessages(
  {
    approve: (sum: string, to: string) =>
      `You approve that ${sum} is sent to ${to}. With the last approval needed it goes out.`,
    refuse: (_sum: string, to: string, charged: string) =>
      `Nothing is sent to ${to}; the account gets ${charged} back.`,
    release: (sum: string, to: string) => `${sum} is sent to ${to}. It cannot be taken back.`,
    retry: (sum: string, to: string) =>
      `${sum} is sent to ${to} once more, as nothing of it is in the chain.`,
    cancel: (_sum: string, to: string, charged: string) =>
      `Nothing is sent to ${to}; the account gets ${charged} back.`,
    giveUp: (_sum: string, to: string, charged: string) =>
      `Nothing is sent to ${to}; the account gets ${charged} back.`,
    void: (sum: string, to: string, charged: string) =>
      `The transfer of ${sum} to ${to} is ended by one to ourselves. When that is final, the account gets ${charged} back.`,
  },
  {
    de: {
      approve: (sum, to) =>
        `Sie stimmen zu, dass ${sum} an ${to} gehen. Mit der letzten nötigen Zustimmung geht es hinaus.`,
      refuse: (_sum, to, charged) =>
        `An ${to} wird nichts gesendet; das Konto erhält ${charged} zurück.`,
      release: (sum, to) => `${sum} werden an ${to} gesendet. Das lässt sich nicht zurücknehmen.`,
      retry: (sum, to) =>
        `${sum} werden noch einmal an ${to} gesendet, da nichts davon in der Kette ist.`,
      cancel: (_sum, to, charged) =>
        `An ${to} wird nichts gesendet; das Konto erhält ${charged} zurück.`,
      giveUp: (_sum, to, charged) =>
        `An ${to} wird nichts gesendet; das Konto erhält ${charged} zurück.`,
      void: (sum, to, charged) =>
        `Die Überweisung von ${sum} an ${to} wird durch eine an uns selbst beendet. Ist sie endgültig, erhält das Konto ${charged} zurück.`,
    },
    fr: {
      approve: (sum, to) =>
        `Vous approuvez l’envoi de ${sum} à ${to}. Il part avec le dernier accord requis.`,
      refuse: (_sum, to, charged) => `Rien n’est envoyé à ${to} ; le compte récupère ${charged}.`,
      release: (sum, to) => `${sum} est envoyé à ${to}. C’est sans retour.`,
      retry: (sum, to) => `${sum} est envoyé de nouveau à ${to}, car rien n’en est dans la chaîne.`,
      cancel: (_sum, to, charged) => `Rien n’est envoyé à ${to} ; le compte récupère ${charged}.`,
      giveUp: (_sum, to, charged) => `Rien n’est envoyé à ${to} ; le compte récupère ${charged}.`,
      void: (sum, to, charged) =>
        `Le transfert de ${sum} à ${to} prend fin par un autre vers nous-mêmes. Une fois définitif, le compte récupère ${charged}.`,
    },
    es: {
      approve: (sum, to) =>
        `Usted aprueba que se envíe ${sum} a ${to}. Sale con la última aprobación necesaria.`,
      refuse: (_sum, to, charged) => `No se envía nada a ${to}; la cuenta recupera ${charged}.`,
      release: (sum, to) => `Se envía ${sum} a ${to}. No se puede deshacer.`,
      retry: (sum, to) => `Se envía ${sum} otra vez a ${to}, pues nada de ello está en la cadena.`,
      cancel: (_sum, to, charged) => `No se envía nada a ${to}; la cuenta recupera ${charged}.`,
      giveUp: (_sum, to, charged) => `No se envía nada a ${to}; la cuenta recupera ${charged}.`,
      void: (sum, to, charged) =>
        `La transferencia de ${sum} a ${to} termina con otra a nosotros mismos. Cuando sea definitiva, la cuenta recupera ${charged}.`,
    },
  },
);
