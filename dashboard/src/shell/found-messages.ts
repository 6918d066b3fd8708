// What the search box calls what it finds.
import { defineMessages } from '../shared/i18n.tsx';

export const foundWords = defineMessages(
  {
    invoice: 'Invoice',
    withdrawal: 'Withdrawal',
    deposit: 'Money that came in',
    channel: 'Channel',
    channel_payment: 'Payment to a channel',
    customer: 'Customer',
    subscription: 'Subscription',
    exchange: 'Exchange',
    callback: 'Callback',
  },
  {
    de: {
      invoice: 'Rechnung',
      withdrawal: 'Auszahlung',
      deposit: 'Geldeingang',
      channel: 'Kanal',
      channel_payment: 'Zahlung an einen Kanal',
      customer: 'Kunde',
      subscription: 'Abonnement',
      exchange: 'Tausch',
      callback: 'Rückruf',
    },
    fr: {
      invoice: 'Facture',
      withdrawal: 'Retrait',
      deposit: 'Argent reçu',
      channel: 'Canal',
      channel_payment: 'Paiement à un canal',
      customer: 'Client',
      subscription: 'Abonnement',
      exchange: 'Échange',
      callback: 'Notification',
    },
    es: {
      invoice: 'Factura',
      withdrawal: 'Retirada',
      deposit: 'Dinero recibido',
      channel: 'Canal',
      channel_payment: 'Pago a un canal',
      customer: 'Cliente',
      subscription: 'Suscripción',
      exchange: 'Cambio',
      callback: 'Notificación',
    },
  },
);
