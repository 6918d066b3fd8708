// What happened to an object, in words: the events that merchants are told of by callback (docs/callbacks.md).
import { defineMessages, useMessages } from '../../shared/i18n.tsx';
import { invoiceStatus } from '../../shared/statuses/invoice.ts';
import { withdrawalStatus } from '../../shared/statuses/withdrawal.ts';

export const eventMessages = defineMessages(
  {
    Subscription: 'Subscription',
    created: 'made',
    transaction_created: 'payment seen',
    transaction_confirmed: 'payment confirmed',
    status_changed: 'has another status',
    recalculated: 'recalculated',
    refunded: 'sent back',
    completed: 'credited',
    on_hold: 'held',
    cancelled: 'cancelled',
    attached: 'has an owner now',
    paid: 'paid',
    test: 'test',
  },
  {
    de: {
      Subscription: 'Abonnement',
      created: 'angelegt',
      transaction_created: 'Zahlung gesehen',
      transaction_confirmed: 'Zahlung bestätigt',
      status_changed: 'hat einen anderen Status',
      recalculated: 'neu berechnet',
      refunded: 'zurückgesandt',
      completed: 'gutgeschrieben',
      on_hold: 'angehalten',
      cancelled: 'abgebrochen',
      attached: 'hat jetzt einen Eigentümer',
      paid: 'bezahlt',
      test: 'Probe',
    },
    fr: {
      Subscription: 'Abonnement',
      created: 'création',
      transaction_created: 'paiement vu',
      transaction_confirmed: 'paiement confirmé',
      status_changed: 'nouvel état',
      recalculated: 'nouveau calcul',
      refunded: 'renvoi',
      completed: 'crédité',
      on_hold: 'retenu',
      cancelled: 'annulation',
      attached: 'attribué',
      paid: 'payé',
      test: 'essai',
    },
    es: {
      Subscription: 'Suscripción',
      created: 'creación',
      transaction_created: 'pago visto',
      transaction_confirmed: 'pago confirmado',
      status_changed: 'nuevo estado',
      recalculated: 'nuevo cálculo',
      refunded: 'devuelto',
      completed: 'abonado',
      on_hold: 'retenido',
      cancelled: 'cancelación',
      attached: 'asignado',
      paid: 'pagado',
      test: 'prueba',
    },
  },
);

/** The status that an object came to, where its event says no more than that. */
export function useReached(): (
  event: string,
  type: string,
  status: string | null,
) => string | null {
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Invoice: useMessages(invoiceStatus.words),
    CoinWithdrawal: useMessages(withdrawalStatus.words),
  };
  return (event, type, status) =>
    event === 'status_changed' && status !== null ? (words[type]?.[status] ?? null) : null;
}
