// A checkout's status and its reason, in words.
import type { Checkout } from '@chaintill/client';
import { useTexts } from './i18n.tsx';
import { Status, table } from './statuses.tsx';
import classes from './ui/text.module.css';

export const checkoutStatus = table<Checkout['status']>('checkout', {
  open: 'calm',
  processing: 'calm',
  completed: 'good',
  expired: 'quiet',
  cancelled: 'quiet',
});
export const checkoutStatuses = Object.keys(checkoutStatus.tones) as Checkout['status'][];

type Context = NonNullable<Checkout['status_context']>;

const TONES: Readonly<Record<Context, string>> = {
  partially_paid: 'careful',
  overpaid: 'careful',
  paid_late: 'careful',
  illicit_resource: 'bad',
  accepted: 'good',
};
export const checkoutContexts = Object.keys(TONES) as Context[];

interface Props {
  readonly status: Checkout['status'];
  readonly context: Context | null;
}

export function CheckoutStatus({ status, context }: Props) {
  const t = useTexts('checkouts').contexts;
  return (
    <>
      <Status of={checkoutStatus} value={status} />{' '}
      {context !== null && (
        <span className={classes.status} data-tone={TONES[context]}>
          {t[context]}
        </span>
      )}
    </>
  );
}
