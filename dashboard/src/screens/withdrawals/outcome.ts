// Whether a withdrawal was sent, and how its price stands, in words.
import { defineMessages, useLanguage, useMessages } from '../../shared/i18n.tsx';
import { moneyText } from '../../shared/ui/money.tsx';
import { useTimeText } from '../../shared/ui/when.tsx';
import { words } from '../../shared/ui/words.ts';
import type { Withdrawal } from './queries.ts';

const sentMessages = defineMessages(
  {
    confirmed: 'Yes, confirmed',
    broadcast: 'Yes, broadcast and not confirmed yet',
    perhaps: 'Perhaps: it is signed, and no node has said that it took it',
    paid_nothing: 'No: it was mined and paid nothing',
    found: 'Yes, found on the chain',
    not_sent: 'No: nothing was ever signed that could still be sent',
  },
  {
    de: {
      confirmed: 'Ja, bestätigt',
      broadcast: 'Ja, gesendet und noch nicht bestätigt',
      perhaps: 'Vielleicht: signiert, und kein Knoten hat gesagt, dass er es nahm',
      paid_nothing: 'Nein: es kam in einen Block und zahlte nichts',
      found: 'Ja, auf der Kette gefunden',
      not_sent: 'Nein: nichts wurde je signiert, was noch gesendet werden könnte',
    },
    fr: {
      confirmed: 'Oui, confirmé',
      broadcast: 'Oui, diffusé et pas encore confirmé',
      perhaps: 'Peut-être : signé, et aucun nœud n’a dit l’avoir pris',
      paid_nothing: 'Non : il est dans un bloc et n’a rien payé',
      found: 'Oui, trouvé sur la chaîne',
      not_sent: 'Non : rien n’a été signé qui puisse encore être envoyé',
    },
    es: {
      confirmed: 'Sí, confirmado',
      broadcast: 'Sí, difundido y aún sin confirmar',
      perhaps: 'Quizá: está firmado y ningún nodo ha dicho que lo tomó',
      paid_nothing: 'No: entró en un bloque y no pagó nada',
      found: 'Sí, encontrado en la cadena',
      not_sent: 'No: nunca se firmó nada que aún pueda enviarse',
    },
  },
);

const priceMessages = defineMessages(
  {
    holds: 'holds',
    no_rate: 'no fresh rate',
    now: (amount: string, rate: string) => `over; now ${amount} at ${rate}`,
    tooDear: 'more than its maker allows',
    was: (amount: string, rate: string, until: string) => `was ${amount} at ${rate} until ${until}`,
  },
  {
    de: {
      holds: 'gilt',
      no_rate: 'kein frischer Kurs',
      now: (amount, rate) => `vorbei; jetzt ${amount} zu ${rate}`,
      tooDear: 'mehr, als wer sie verlangte erlaubt',
      was: (amount, rate, until) => `war ${amount} zu ${rate} bis ${until}`,
    },
    fr: {
      holds: 'tient',
      no_rate: 'pas de cours frais',
      now: (amount, rate) => `passé ; à présent ${amount} à ${rate}`,
      tooDear: 'plus que son auteur ne permet',
      was: (amount, rate, until) => `était ${amount} à ${rate} jusqu’au ${until}`,
    },
    es: {
      holds: 'vale',
      no_rate: 'sin cotización reciente',
      now: (amount, rate) => `vencido; ahora ${amount} a ${rate}`,
      tooDear: 'más de lo que permite quien lo pidió',
      was: (amount, rate, until) => `era ${amount} a ${rate} hasta ${until}`,
    },
  },
);

export function useSentText(): (withdrawal: Pick<Withdrawal, 'was_sent'>) => string {
  const t = useMessages(sentMessages);
  const { labelled } = useMessages(words);
  return ({ was_sent: { code, txid } }) => (txid === null ? t[code] : labelled(t[code], txid));
}

export function usePriceText(): (price: NonNullable<Withdrawal['price']>) => string {
  const t = useMessages(priceMessages);
  const { labelled } = useMessages(words);
  const { locale } = useLanguage();
  const time = useTimeText();
  return ({ state, other, is_allowed: isAllowed, until }) => {
    if (state === 'holds' || state === 'no_rate') return t[state];
    const amount = other === null ? '' : moneyText(locale, other);
    const rate = other?.rate ?? '';
    if (state === 'repriced') return t.was(amount, rate, until === null ? '' : time(until));
    const now = t.now(amount, rate);
    return isAllowed ? now : labelled(now, t.tooDear);
  };
}
