// Why a network would not pay somebody now, in the reader's language.
import type { OperatorApi } from './api-types.ts';
import { defineMessages, useMessages } from './i18n.tsx';

type Detail = NonNullable<OperatorApi['withdrawals.list']['output']['rows'][number]['wait_detail']>;
type OfPayee = Extract<
  Detail,
  | 'account_missing'
  | 'tag_required'
  | 'xrp_unwanted'
  | 'not_authorised'
  | 'takes_no_payments'
  | 'unspendable'
>;

const payeeMessages = defineMessages(
  {
    account_missing: 'the account does not exist yet, and the amount does not reach its reserve',
    tag_required: 'the account requires a destination tag',
    xrp_unwanted: 'the account does not want XRP',
    not_authorised: 'the account takes payments only from those that it has authorised',
    takes_no_payments: 'it takes no payments',
    unspendable: 'nobody owns the address',
  } satisfies Record<OfPayee, string>,
  {
    de: {
      account_missing:
        'das Konto gibt es noch nicht, und der Betrag reicht nicht für seine Reserve',
      tag_required: 'das Konto verlangt einen Ziel-Tag',
      xrp_unwanted: 'das Konto will keine XRP',
      not_authorised: 'das Konto nimmt nur Zahlungen von denen an, die es ermächtigt hat',
      takes_no_payments: 'sie nimmt keine Zahlungen an',
      unspendable: 'die Adresse gehört niemandem',
    },
    fr: {
      account_missing: 'le compte n’existe pas encore, et le montant n’atteint pas sa réserve',
      tag_required: 'le compte exige une étiquette de destination',
      xrp_unwanted: 'le compte ne veut pas de XRP',
      not_authorised: 'le compte n’accepte de paiements que de ceux qu’il a autorisés',
      takes_no_payments: 'elle n’accepte aucun paiement',
      unspendable: 'l’adresse n’appartient à personne',
    },
    es: {
      account_missing: 'la cuenta aún no existe, y el importe no alcanza su reserva',
      tag_required: 'la cuenta exige una etiqueta de destino',
      xrp_unwanted: 'la cuenta no quiere XRP',
      not_authorised: 'la cuenta solo acepta pagos de quienes ha autorizado',
      takes_no_payments: 'no acepta pagos',
      unspendable: 'la dirección no pertenece a nadie',
    },
  },
);

/** Null for what has no words here. */
export function usePayeeText(): (code: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useMessages(payeeMessages);
  return (code) => (typeof code === 'string' ? (t[code] ?? null) : null);
}
