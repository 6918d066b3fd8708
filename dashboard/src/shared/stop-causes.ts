// Why the payouts of a project are stopped, in the reader's language.
import type { OperatorApi } from './api-types.ts';
import { defineMessages, useMessages } from './i18n.tsx';
import { useInvariantText } from './invariants.ts';

type Stop = OperatorApi['payouts.stops']['output']['rows'][number];

const causeMessages = defineMessages(
  {
    person: 'somebody stopped it',
    reversed_deposit: 'the network took back what was credited',
    broken_books: 'its books do not add up',
  },
  {
    de: {
      person: 'jemand hat es angehalten',
      reversed_deposit: 'das Netz hat Gutgeschriebenes zurückgenommen',
      broken_books: 'seine Bücher gehen nicht auf',
    },
    fr: {
      person: 'quelqu’un l’a arrêté',
      reversed_deposit: 'le réseau a repris ce qui était crédité',
      broken_books: 'ses livres ne tombent pas juste',
    },
    es: {
      person: 'alguien lo detuvo',
      reversed_deposit: 'la red retiró lo que estaba abonado',
      broken_books: 'sus libros no cuadran',
    },
  },
);

/** Null for what has no words here. */
export function useStopCause(): (cause: unknown) => string | null {
  const t: Readonly<Record<string, string>> = useMessages(causeMessages);
  return (cause) => (typeof cause === 'string' ? (t[cause] ?? null) : null);
}

/** What a person wrote, or the facts of what the program found. */
export function useStopDetail(): (stop: Pick<Stop, 'reason' | 'facts'>) => string {
  const invariantText = useInvariantText();
  return ({ reason, facts: { invariant, coin, txid } }) => {
    if (reason !== null) return reason;
    return typeof invariant === 'string' ? invariantText(invariant) : `${coin} ${txid}`;
  };
}
