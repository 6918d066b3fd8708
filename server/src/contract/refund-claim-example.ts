// The example of a refund claim (examples.ts): of a part of the example invoice, and not claimed yet.
import type { Static } from 'typebox';
import type { RefundClaim } from './objects/refund-claims.ts';
import { exampleIds } from './request-examples.ts';

export const refundClaimExample: Static<typeof RefundClaim> = {
  id: exampleIds.claim,
  invoice_id: exampleIds.invoice,
  status: 'open',
  url: 'https://till.example/refunds/Zm9yIGV4YW1wbGUgb25seSwgMjU2IGJpdHMgYXQgcmFuZG8',
  origin: 'link',
  price_amount: '10.0',
  price_currency: 'EUR',
  amount: '0.0003518',
  amount_currency: 'BTC',
  network: 'bitcoin',
  rate: 'then',
  address: null,
  paid_from: [],
  approved_by_rule: false,
  coin_withdrawal_id: null,
  txid: null,
  reason: null,
  created_at: '2026-11-21T02:55:00+00:00',
  expires_at: '2026-12-21T02:55:00+00:00',
  claimed_at: null,
  decided_at: null,
};
