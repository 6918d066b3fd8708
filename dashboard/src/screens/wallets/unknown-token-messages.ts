// What is said of tokens that this instance has not configured.
import { defineMessages } from '../../shared/i18n.tsx';

export const unknownTokenMessages = defineMessages(
  {
    title: 'Unknown tokens',
    about:
      'Tokens that this instance has not configured, at your addresses. They are not credited, and need no action. Contract and amount are the sender’s claim: do not visit sites that they name.',
    time: 'Time',
    network: 'Network',
    contract: 'Contract',
    amount: 'Amount in smallest units',
    address: 'Your address',
    transaction: 'Transaction',
    project: 'Project',
    more: (count: number) => `${count} more not recorded`,
  },
  {
    de: {
      title: 'Unbekannte Token',
      about:
        'Token, die in dieser Instanz nicht eingerichtet sind, an Ihren Adressen. Sie werden nicht gutgeschrieben, und Sie müssen nichts tun. Vertrag und Betrag sind Angaben des Absenders: Besuchen Sie keine Seiten, die sie nennen.',
      time: 'Zeit',
      network: 'Netzwerk',
      contract: 'Vertrag',
      amount: 'Betrag in kleinsten Einheiten',
      address: 'Ihre Adresse',
      transaction: 'Transaktion',
      project: 'Projekt',
      more: (count: number) => `${count} weitere nicht aufgezeichnet`,
    },
    fr: {
      title: 'Jetons inconnus',
      about:
        'Jetons non configurés dans cette instance, reçus à vos adresses. Ils ne sont pas crédités et ne demandent aucune action. Le contrat et le montant sont déclarés par l’expéditeur. Ne visitez aucun site qu’ils mentionnent.',
      time: 'Heure',
      network: 'Réseau',
      contract: 'Contrat',
      amount: 'Montant en plus petites unités',
      address: 'Votre adresse',
      transaction: 'Transaction',
      project: 'Projet',
      more: (count: number) => `${count} autres non enregistrés`,
    },
    es: {
      title: 'Tokens desconocidos',
      about:
        'Tokens que esta instancia no tiene configurados, en sus direcciones. No se abonan y no requieren ninguna acción. El contrato y el importe los declara el remitente: no visite los sitios que mencionen.',
      time: 'Hora',
      network: 'Red',
      contract: 'Contrato',
      amount: 'Importe en unidades mínimas',
      address: 'Su dirección',
      transaction: 'Transacción',
      project: 'Proyecto',
      more: (count: number) => `${count} más sin registrar`,
    },
  },
);
