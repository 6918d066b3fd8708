// What was decided about money that could not be credited by itself, in words.
import type { OperatorApi } from '../../shared/api-types.ts';
import { defineMessages, useMessages } from '../../shared/i18n.tsx';

export type DecidedRow = OperatorApi['deposits.decided']['output']['rows'][number];

const decisions = defineMessages(
  {
    credited: 'credited',
    attached: 'attached to a payment',
    sent_back: 'sent back',
    released: 'released',
    returned_to_inbox: 'back in the inbox: sending it back was cancelled',
  } satisfies Record<DecidedRow['decision'], string>,
  {
    de: {
      credited: 'gutgeschrieben',
      attached: 'einer Zahlung zugeordnet',
      sent_back: 'zurückgesendet',
      released: 'freigegeben',
      returned_to_inbox: 'wieder im Eingang: das Zurücksenden wurde abgebrochen',
    },
    fr: {
      credited: 'crédité',
      attached: 'rattaché à un paiement',
      sent_back: 'renvoyé',
      released: 'libéré',
      returned_to_inbox: 'de retour dans la boîte : le renvoi a été annulé',
    },
    es: {
      credited: 'abonado',
      attached: 'asignado a un pago',
      sent_back: 'devuelto',
      released: 'liberado',
      returned_to_inbox: 'de nuevo en la bandeja: se canceló la devolución',
    },
  },
);

export const decidedMessages = defineMessages(
  {
    which: 'Which money',
    waiting: 'Waiting',
    decided: 'Decided',
    decision: 'What was decided',
    at: 'When',
    because: 'Because',
    deposit: 'Money',
    empty: 'Nothing was decided yet: money that waits is decided on one by one.',
  },
  {
    de: {
      which: 'Welches Geld',
      waiting: 'Wartet',
      decided: 'Entschieden',
      decision: 'Was entschieden wurde',
      at: 'Wann',
      because: 'Weil',
      deposit: 'Geld',
      empty: 'Noch wurde nichts entschieden: Über wartendes Geld wird einzeln entschieden.',
    },
    fr: {
      which: 'Quel argent',
      waiting: 'En attente',
      decided: 'Décidé',
      decision: 'Ce qui a été décidé',
      at: 'Quand',
      because: 'Parce que',
      deposit: 'Argent',
      empty: 'Rien n’a encore été décidé : l’argent en attente se décide au cas par cas.',
    },
    es: {
      which: 'Qué dinero',
      waiting: 'En espera',
      decided: 'Decidido',
      decision: 'Qué se decidió',
      at: 'Cuándo',
      because: 'Porque',
      deposit: 'Dinero',
      empty: 'Aún no se ha decidido nada: el dinero en espera se decide caso por caso.',
    },
  },
);

export function useDecisionText(): (decision: DecidedRow['decision']) => string {
  const t = useMessages(decisions);
  return (decision) => t[decision];
}
