// Whether a payment link can be used, in words.
import type { PaymentLink } from '@chaintill/client';
import { now } from '../../shared/clock.ts';
import { useTexts } from '../../shared/i18n.tsx';
import classes from '../../shared/ui/text.module.css';

type State = 'on' | 'off' | 'over' | 'sold_out';

const TONES: Readonly<Record<State, string>> = {
  on: 'good',
  off: 'quiet',
  over: 'quiet',
  sold_out: 'careful',
};

export function LinkStatus({ link }: { readonly link: PaymentLink }) {
  const t = useTexts('payment-links').states;
  const state = stateOf(link);
  return (
    <span className={classes.status} data-tone={TONES[state]}>
      {t[state]}
    </span>
  );
}

function stateOf({ active, expires_at: at, stock, taken, paid_late, quantity_min }: PaymentLink) {
  if (!active) return 'off';
  if (at !== null && Date.parse(at) <= now()) return 'over';
  return stock !== null && stock - taken - paid_late < quantity_min ? 'sold_out' : 'on';
}
