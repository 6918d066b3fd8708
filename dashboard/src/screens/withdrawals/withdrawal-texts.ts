// Sentences about a withdrawal: whether it was broadcast, and its price.
import { useLanguage, useTexts } from '../../shared/i18n.tsx';
import { moneyText, useTimeText } from '../../shared/ui/values.tsx';
import type { Withdrawal } from './queries.ts';

export function useSentText(): (withdrawal: Pick<Withdrawal, 'was_sent'>) => string {
  const t = useTexts('withdrawals').sent;
  const { labelled } = useTexts('common');
  return ({ was_sent: { code, txid } }) =>
    txid === null ? t[code] : labelled({ label: t[code], value: txid });
}

export function usePriceText(): (price: NonNullable<Withdrawal['price']>) => string {
  const t = useTexts('withdrawals').prices;
  const { labelled } = useTexts('common');
  const { locale } = useLanguage();
  const time = useTimeText();
  return ({ state, other, is_allowed: isAllowed, until }) => {
    if (state === 'valid' || state === 'rate_unavailable') return t[state];
    const amount = other === null ? '' : moneyText(locale, other);
    const rate = other?.rate ?? '';
    if (state === 'repriced')
      return t.was({ amount, rate, until: until === null ? '' : time(until) });
    const now = t.now({ amount, rate });
    return isAllowed ? now : labelled({ label: now, value: t.tooDear });
  };
}
