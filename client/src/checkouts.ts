// The methods of checkouts, of the links that make them, and of refunds that customers claim.
import type { Calls } from './calls.ts';
import type { CallOptions } from './http.ts';
import { path } from './path.ts';
import type * as Api from './types.ts';

export function checkouts({ get, post, page, iterate }: Calls) {
  return {
    create: (checkout: Api.NewCheckout, call?: CallOptions) =>
      post<Api.Checkout>('/api/checkouts', checkout, call),
    list: (query?: Api.Paging, call?: CallOptions) =>
      page<Api.Checkout>('/api/checkouts', query, call),
    iterate: (query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.Checkout>('/api/checkouts', query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.Checkout>(path`/api/checkouts/${id}`, undefined, call),
    getByCustomId: (customId: string, call?: CallOptions) =>
      get<Api.Checkout>(path`/api/checkouts/custom_id/${customId}`, undefined, call),
    cancel: (id: string, call?: CallOptions) =>
      post<Api.Checkout>(path`/api/checkouts/${id}/cancel`, undefined, call),
    /** Settles what is late or short. Repeating it changes nothing. */
    accept: (id: string, call?: CallOptions) =>
      post<Api.Checkout>(path`/api/checkouts/${id}/accept`, undefined, call),
  };
}

/** Lasting addresses, where each customer makes a checkout. */
export function paymentLinks({ get, post, patch, page, iterate }: Calls) {
  const root = '/api/payment_links';
  return {
    create: (link: Api.NewPaymentLink, call?: CallOptions) =>
      post<Api.PaymentLink>(root, link, call),
    list: (query?: Api.Paging, call?: CallOptions) => page<Api.PaymentLink>(root, query, call),
    iterate: (query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.PaymentLink>(root, query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.PaymentLink>(path`/api/payment_links/${id}`, undefined, call),
    /** Omitted fields are unset. */
    replace: (id: string, link: Api.NewPaymentLink, call?: CallOptions) =>
      post<Api.PaymentLink>(path`/api/payment_links/${id}`, link, call),
    switch: (id: string, to: Api.PaymentLinkSwitch, call?: CallOptions) =>
      patch<Api.PaymentLink>(path`/api/payment_links/${id}`, to, call),
    /** What donors gave and entered. */
    donations: (id: string, query?: Api.Paging, call?: CallOptions) =>
      page<Api.Donation>(path`/api/payment_links/${id}/donations`, query, call),
    iterateDonations: (id: string, query?: Api.Paging, call?: CallOptions) =>
      iterate<Api.Donation>(path`/api/payment_links/${id}/donations`, query, call),
    /** Only the name and the message. The money still counts. */
    hideDonation: (id: string, donationId: string, to: Api.DonationHiding, call?: CallOptions) =>
      patch<Api.Donation>(path`/api/payment_links/${id}/donations/${donationId}`, to, call),
  };
}

/** Refunds of completed invoices as a link, whose address the payer enters. */
export function refundClaims({ get, post, page, iterate }: Calls) {
  const root = '/api/refund_claims';
  return {
    create: (invoiceId: string, claim: Api.NewRefundClaim, call?: CallOptions) =>
      post<Api.RefundClaim>(path`/api/invoices/${invoiceId}/refund_claims`, claim, call),
    list: (query?: Api.RefundClaimQuery, call?: CallOptions) =>
      page<Api.RefundClaim>(root, query, call),
    iterate: (query?: Api.RefundClaimQuery, call?: CallOptions) =>
      iterate<Api.RefundClaim>(root, query, call),
    get: (id: string, call?: CallOptions) =>
      get<Api.RefundClaim>(path`/api/refund_claims/${id}`, undefined, call),
    /** Pays a claimed refund from your account. */
    approve: (id: string, call?: CallOptions) =>
      post<Api.RefundClaim>(path`/api/refund_claims/${id}/approve`, undefined, call),
    decline: (id: string, requested?: Api.RefundClaimDecline, call?: CallOptions) =>
      post<Api.RefundClaim>(path`/api/refund_claims/${id}/decline`, requested, call),
    /** Before the payer has entered an address. */
    revoke: (id: string, call?: CallOptions) =>
      post<Api.RefundClaim>(path`/api/refund_claims/${id}/revoke`, undefined, call),
  };
}
