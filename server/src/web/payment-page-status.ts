// What a hosted payment page says about the payment: its status, what happens next, and how the status looks.
import { textsOf } from '../core/texts/texts.ts';
import { needsNewPrice } from './invoice-of-checkout.ts';
import { type IconName, plainAmount, sentences } from './page-parts.ts';
import {
  isPayable,
  type PageRefund,
  type PaymentPageStatus,
  type PaymentPageView,
  type StatusText,
} from './payment-page-view.ts';

export interface Badge {
  readonly icon: IconName;
  readonly tone: 'calm' | 'good' | 'careful' | 'bad';
}

export const STATUS_BADGES: Readonly<Record<PaymentPageStatus, Badge>> = {
  waiting: { icon: 'clock', tone: 'calm' },
  underpaid: { icon: 'alert', tone: 'careful' },
  confirming: { icon: 'clock', tone: 'calm' },
  paid: { icon: 'check', tone: 'good' },
  overpaid: { icon: 'check', tone: 'careful' },
  late: { icon: 'alert', tone: 'careful' },
  expired: { icon: 'clock', tone: 'bad' },
  on_hold: { icon: 'alert', tone: 'careful' },
  refunded: { icon: 'back', tone: 'careful' },
  cancelled: { icon: 'cross', tone: 'bad' },
  disabled: { icon: 'cross', tone: 'bad' },
};

const REFUND_BADGES: Partial<Readonly<Record<RefundProgress, Badge>>> = {
  failed: { icon: 'alert', tone: 'bad' },
  prepared: { icon: 'clock', tone: 'careful' },
  on_its_way: { icon: 'clock', tone: 'careful' },
};

type RefundProgress = PageRefund['status'] | 'none';

/** The least advanced first: the payer must not read about success while a part is missing. */
const PROGRESS: readonly PageRefund['status'][] = [
  'failed',
  'prepared',
  'on_its_way',
  'confirmed',
  'with_merchant',
];

function refundProgress({ refunds }: Pick<PaymentPageView, 'refunds'>): RefundProgress {
  return PROGRESS.find((status) => refunds.some((refund) => refund.status === status)) ?? 'none';
}

/** The stored status may not be `expired` yet, but the page must no longer request payment. */
function shownStatus(view: PaymentPageView): PaymentPageStatus {
  const isOver = view.kind === 'invoice' && view.status === 'waiting' && !isPayable(view);
  return isOver ? 'expired' : view.status;
}

export function badgeOf(view: PaymentPageView): Badge {
  const status = shownStatus(view);
  const ofRefund = status === 'refunded' ? REFUND_BADGES[refundProgress(view)] : undefined;
  return ofRefund ?? STATUS_BADGES[status];
}

export function statusText(view: PaymentPageView): StatusText {
  const t = textsOf('payment-page', view.locale);
  const status = shownStatus(view);
  if (view.kind === 'channel' && status === 'waiting') return t.channelReady;
  if (status === 'paid') return paidText(view);
  if (status === 'refunded') return refundedText(view);
  if (status === 'underpaid') return underpaidText(view);
  if (needsNewPrice(view)) return t.checkout.priceExpired;
  const { title, text } = t.status[status];
  const next = nextStep(view, status);
  return { title, text: next === null ? text : sentences([text, next], view.locale) };
}

/** For statuses whose text does not include the next step. */
function nextStep({ locale }: PaymentPageView, status: PaymentPageStatus): string | null {
  const { next } = textsOf('payment-page', locale);
  if (status === 'expired' || status === 'cancelled') return next.newRequest;
  if (status === 'on_hold') return next.notAgain;
  return status === 'disabled' ? next.newAddress : null;
}

/** The amounts are part of the text, so that each further payment is announced. */
function underpaidText(view: PaymentPageView): StatusText {
  const t = textsOf('payment-page', view.locale);
  const { amounts, payCurrency: currency } = view;
  if (!isPayable(view) && !needsNewPrice(view)) {
    const { title, text } = t.underpaidExpired;
    return { title, text: text({ currency }) };
  }
  const { title, text } = t.status.underpaid;
  if (amounts === null) return { title, text };
  const coin = (amount: string) => `${plainAmount(amount)} ${currency}`;
  const arrived = t.partArrived({
    received: coin(amounts.received),
    due: coin(amounts.due),
    remaining: coin(amounts.remaining),
  });
  const next = needsNewPrice(view) ? t.checkout.priceExpired.text : text;
  return { title, text: sentences([arrived, next], view.locale) };
}

function paidText(view: PaymentPageView): StatusText {
  const { status, refund, next } = textsOf('payment-page', view.locale);
  const { title, text } = status.paid;
  const added: Readonly<Record<RefundProgress, string | null>> = {
    none: next.nothing,
    failed: refund.excessFailed,
    prepared: refund.excess,
    on_its_way: refund.excess,
    confirmed: refund.excessDone,
    // The refund itself says so.
    with_merchant: null,
  };
  // A refund of the price says on its own what happens.
  const excess = view.refunds.filter(({ isAfterCompletion }) => isAfterCompletion !== true);
  const isOnlyPrice = excess.length === 0 && view.refunds.length > 0;
  const more = isOnlyPrice ? null : added[refundProgress({ refunds: excess })];
  return { title, text: more === null ? text : sentences([text, more], view.locale) };
}

function refundedText(view: PaymentPageView): StatusText {
  const { status, refund } = textsOf('payment-page', view.locale);
  const texts: Readonly<Record<RefundProgress, StatusText>> = {
    none: status.refunded,
    failed: refund.stopped,
    prepared: refund.beingPrepared,
    on_its_way: refund.sent,
    confirmed: status.refunded,
    with_merchant: refund.notSent,
  };
  return texts[refundProgress(view)];
}

const NEEDS_MERCHANT: readonly PaymentPageStatus[] = [
  'underpaid',
  'overpaid',
  'late',
  'expired',
  'on_hold',
  'refunded',
  'cancelled',
  'disabled',
];

/** Only the merchant can help: the page shows their contact as an action. */
export function needsMerchant(view: PaymentPageView): boolean {
  if (['failed', 'with_merchant'].includes(refundProgress(view))) return true;
  if (needsNewPrice(view)) return false;
  return NEEDS_MERCHANT.includes(shownStatus(view)) && !isPayable(view);
}
