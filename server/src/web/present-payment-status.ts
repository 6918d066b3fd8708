// The public JSON at `<page path>/status` that the page's script polls. It says that something changed;
// the page itself is then fetched again, so that there is one renderer.
import type { PaymentPageStatus } from './payment-page-status.ts';
import { isFinal, type PaymentPageView, secondsLeft, viewVersion } from './payment-page-view.ts';

export interface PaymentStatus {
  readonly version: string;
  readonly status: PaymentPageStatus;
  readonly is_final: boolean;
  readonly seconds_left: number | null;
}

export function presentPaymentStatus(view: PaymentPageView): PaymentStatus {
  return {
    version: viewVersion(view),
    status: view.status,
    is_final: isFinal(view),
    seconds_left: secondsLeft(view),
  };
}
