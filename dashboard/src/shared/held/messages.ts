// What is said of a payment on hold before somebody decides about it.
import { defineMessages } from '../i18n.tsx';

export const heldMessages = defineMessages(
  {
    coin: 'Coin',
    noneFound: 'No payment on hold for these filters.',
    amounts: 'Amounts',
    fee: 'Fee',
    networkFee: 'Network fee',
    arrives: 'Arrives',
    notPossible: 'not possible now',
    releaseNow: 'It is credited at the rate of this moment.',
    onlyCustomer: 'It is of high risk, and goes back to the customer’s own address alone.',
    noAddress:
      'It is of high risk, and no address of the customer is known: whoever runs the till decides about it.',
  },
  {
    de: {
      coin: 'Coin',
      noneFound: 'Keine angehaltene Zahlung mit diesen Filtern.',
      amounts: 'Beträge',
      fee: 'Gebühr',
      networkFee: 'Netzgebühr',
      arrives: 'Kommt an',
      notPossible: 'jetzt nicht möglich',
      releaseNow: 'Sie wird zum jetzigen Kurs gutgeschrieben.',
      onlyCustomer: 'Ihr Risiko ist hoch; sie geht nur an die eigene Adresse des Kunden zurück.',
      noAddress:
        'Ihr Risiko ist hoch, und vom Kunden ist keine Adresse bekannt: Darüber entscheidet der Betreiber.',
    },
    fr: {
      coin: 'Monnaie',
      noneFound: 'Aucun paiement retenu pour ces filtres.',
      amounts: 'Montants',
      fee: 'Frais',
      networkFee: 'Frais de réseau',
      arrives: 'Arrive',
      notPossible: 'impossible pour l’instant',
      releaseNow: 'Il est crédité au cours du moment.',
      onlyCustomer: 'Il est à haut risque et ne repart que vers l’adresse du client.',
      noAddress:
        'Il est à haut risque, et aucune adresse du client n’est connue : l’exploitant en décide.',
    },
    es: {
      coin: 'Moneda',
      noneFound: 'Ningún pago retenido con estos filtros.',
      amounts: 'Importes',
      fee: 'Comisión',
      networkFee: 'Comisión de red',
      arrives: 'Llega',
      notPossible: 'no es posible ahora',
      releaseNow: 'Se abona al cambio de este momento.',
      onlyCustomer: 'Es de alto riesgo y solo vuelve a la dirección propia del cliente.',
      noAddress:
        'Es de alto riesgo y no se conoce ninguna dirección del cliente: decide quien opera la caja.',
    },
  },
);
