// What is said where somebody decides about a payment on hold.
import { defineMessages } from '../i18n.tsx';

export const decideMessages = defineMessages(
  {
    address: 'Address',
    paid: 'Paid',
    received: 'Credited',
    release: 'Credit…',
    sendBack: 'Send back…',
    releaseTitle: 'Credit the payment',
    releaseWhat: 'It is credited at the rate of this moment, whatever its risk.',
    returnTitle: 'Send the payment back',
    returnWhat:
      'It leaves at once by a withdrawal, less the network fee, and cannot be called back.',
    addressHint: 'Empty: to the customer’s own address of the coin',
    releaseSum: (sum: string) => `Credit ${sum}`,
    returnSum: (sum: string) => `Send back ${sum}`,
    returnConfirms: (sum: string, address: string) =>
      `send ${sum}, less the network fee, to ${address}`,
  },
  {
    de: {
      address: 'Adresse',
      paid: 'Bezahlt',
      received: 'Gutgeschrieben',
      release: 'Gutschreiben …',
      sendBack: 'Zurücksenden …',
      releaseTitle: 'Zahlung gutschreiben',
      releaseWhat: 'Sie wird zum jetzigen Kurs gutgeschrieben, wie hoch ihr Risiko auch ist.',
      returnTitle: 'Zahlung zurücksenden',
      returnWhat:
        'Sie geht sofort als Auszahlung hinaus, abzüglich der Netzgebühr, und lässt sich nicht zurückholen.',
      addressHint: 'Leer: an die Adresse des Kunden für diesen Coin',
      releaseSum: (sum) => `${sum} gutschreiben`,
      returnSum: (sum) => `${sum} zurücksenden`,
      returnConfirms: (sum, address) => `${sum} abzüglich Netzgebühr an ${address} senden`,
    },
    fr: {
      address: 'Adresse',
      paid: 'Payé',
      received: 'Crédité',
      release: 'Créditer…',
      sendBack: 'Renvoyer…',
      releaseTitle: 'Créditer le paiement',
      releaseWhat: 'Il est crédité au cours du moment, quel que soit son risque.',
      returnTitle: 'Renvoyer le paiement',
      returnWhat:
        'Il part aussitôt par un retrait, moins les frais de réseau, et ne peut être rappelé.',
      addressHint: 'Vide : à l’adresse du client dans cette monnaie',
      releaseSum: (sum) => `Créditer ${sum}`,
      returnSum: (sum) => `Renvoyer ${sum}`,
      returnConfirms: (sum, address) => `envoyer ${sum}, moins les frais de réseau, à ${address}`,
    },
    es: {
      address: 'Dirección',
      paid: 'Pagado',
      received: 'Abonado',
      release: 'Abonar…',
      sendBack: 'Devolver…',
      releaseTitle: 'Abonar el pago',
      releaseWhat: 'Se abona al cambio de este momento, sea cual sea su riesgo.',
      returnTitle: 'Devolver el pago',
      returnWhat:
        'Sale en el acto como retirada, menos la comisión de red, y no se puede recuperar.',
      addressHint: 'Vacío: a la dirección del cliente en esa moneda',
      releaseSum: (sum) => `Abonar ${sum}`,
      returnSum: (sum) => `Devolver ${sum}`,
      returnConfirms: (sum, address) => `enviar ${sum}, menos la comisión de red, a ${address}`,
    },
  },
);
