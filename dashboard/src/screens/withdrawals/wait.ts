// Why a withdrawal is not sent, in the reader's language. What a node, a rule or a person said follows in their words.

import type { OperatorApi } from '../../shared/api-types.ts';
import { defineMessages, useMessages } from '../../shared/i18n.tsx';
import { useTexts } from '../../shared/texts.ts';
import { words } from '../../shared/ui/words.ts';

type Row = Pick<
  OperatorApi['withdrawals.list']['output']['rows'][number],
  'wait_code' | 'wait_said' | 'wait_detail' | 'wait_about'
>;

const waitMessages = defineMessages(
  {
    hot_wallet_short: 'the hot wallet is short',
    collecting_coins: 'coins are being collected',
    waiting_for_gas: 'what pays the fee is on its way',
    short_of_gas: 'too little to pay the fee with',
    fee_above_budget: 'the network fee is above the budget',
    cannot_be_planned: 'cannot be planned',
    payouts_stopped: 'payouts are stopped',
    awaits_final_blocks: 'waits for final blocks',
    no_signer: 'no signer answers',
    signer_refuses: 'the signer refuses',
    quarantined: 'in quarantine',
    not_payable: 'cannot be paid',
    lacked_funds: 'the network did not carry it out',
    not_carried_out: 'the network did not carry it out',
    refused_for_good: 'refused for good',
    being_voided: 'is being voided',
    network_refuses: 'the network refuses it',
    above_setting: 'above the limit per transaction',
    held: 'because of',
    cancelled: 'cancelled',
  },
  {
    de: {
      hot_wallet_short: 'die Hot Wallet hat zu wenig',
      collecting_coins: 'Münzen werden eingesammelt',
      waiting_for_gas: 'das Geld für die Gebühr ist unterwegs',
      short_of_gas: 'zu wenig, um die Gebühr zu zahlen',
      fee_above_budget: 'die Netzgebühr ist über dem Budget',
      cannot_be_planned: 'lässt sich nicht planen',
      payouts_stopped: 'Auszahlungen sind gestoppt',
      awaits_final_blocks: 'wartet auf endgültige Blöcke',
      no_signer: 'kein Signierer antwortet',
      signer_refuses: 'der Signierer lehnt ab',
      quarantined: 'in Quarantäne',
      not_payable: 'nicht zahlbar',
      lacked_funds: 'das Netz hat es nicht ausgeführt',
      not_carried_out: 'das Netz hat es nicht ausgeführt',
      refused_for_good: 'endgültig abgelehnt',
      being_voided: 'wird ungültig gemacht',
      network_refuses: 'das Netz lehnt es ab',
      above_setting: 'über der Grenze je Zahlung',
      held: 'wegen',
      cancelled: 'abgebrochen',
    },
    fr: {
      hot_wallet_short: 'le portefeuille chaud n’a pas assez',
      collecting_coins: 'les pièces sont en cours de collecte',
      waiting_for_gas: 'de quoi payer les frais est en route',
      short_of_gas: 'pas assez pour payer les frais',
      fee_above_budget: 'les frais de réseau dépassent le budget',
      cannot_be_planned: 'ne peut être planifié',
      payouts_stopped: 'les paiements sont arrêtés',
      awaits_final_blocks: 'attend des blocs définitifs',
      no_signer: 'aucun signataire ne répond',
      signer_refuses: 'le signataire refuse',
      quarantined: 'en quarantaine',
      not_payable: 'ne peut être payé',
      lacked_funds: 'le réseau ne l’a pas exécuté',
      not_carried_out: 'le réseau ne l’a pas exécuté',
      refused_for_good: 'refusé définitivement',
      being_voided: 'en cours d’annulation',
      network_refuses: 'le réseau le refuse',
      above_setting: 'au-dessus de la limite par paiement',
      held: 'à cause de',
      cancelled: 'annulé',
    },
    es: {
      hot_wallet_short: 'el monedero caliente no tiene bastante',
      collecting_coins: 'se están reuniendo monedas',
      waiting_for_gas: 'lo que paga la comisión está en camino',
      short_of_gas: 'no alcanza para pagar la comisión',
      fee_above_budget: 'la comisión de red supera el presupuesto',
      cannot_be_planned: 'no se puede planificar',
      payouts_stopped: 'los pagos están parados',
      awaits_final_blocks: 'espera bloques definitivos',
      no_signer: 'ningún firmante responde',
      signer_refuses: 'el firmante lo rechaza',
      quarantined: 'en cuarentena',
      not_payable: 'no se puede pagar',
      lacked_funds: 'la red no lo ejecutó',
      not_carried_out: 'la red no lo ejecutó',
      refused_for_good: 'rechazado definitivamente',
      being_voided: 'se está anulando',
      network_refuses: 'la red lo rechaza',
      above_setting: 'por encima del límite por pago',
      held: 'por',
      cancelled: 'cancelado',
    },
  },
);

export function useWaitText(): (row: Row) => string {
  const t = useMessages(waitMessages);
  const detailText = useDetailText();
  const { labelled } = useMessages(words);
  return ({ wait_code: code, wait_said: said, wait_detail: detail, wait_about: about }) => {
    if (code === null) return '';
    const why = detail === null ? said : detailText(detail, about ?? '');
    if (why === null) return code === 'held' ? '' : t[code];
    return labelled(t[code], why);
  };
}

function useDetailText(): (detail: NonNullable<Row['wait_detail']>, about: string) => string {
  const { cancel, hold, payee } = useTexts('reasons');
  return (detail, about) => {
    if (detail === 'looks_like_known') return hold.looks_like_known({ address: about });
    if (detail === 'maybe_paid') return hold.maybe_paid({ txid: about });
    return detail in cancel
      ? cancel[detail as keyof typeof cancel]
      : payee[detail as keyof typeof payee];
  };
}
