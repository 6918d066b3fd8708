// A refund claim as an API object.

import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { RefundClaim } from '../contract/objects/refund-claims.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import { type ClaimRow, claimStatus, tokenOfClaim } from './claims.ts';
import { currenciesOf } from './refund-row.ts';

/** With its link only for those who may create one: anyone who has it chooses where the money goes. */
export function presentClaim(
  instance: Instance,
  claim: ClaimRow,
  hasLink = true,
): Static<typeof RefundClaim> {
  const { price, coin } = currenciesOf(instance, claim);
  const time = (at: Date | null) => (at === null ? null : formatTime(at));
  return {
    id: claim.id,
    invoice_id: claim.invoice_id,
    status: claimStatus(claim, new Date(instance.clock.now())),
    // The link of a request is the payer's.
    url: hasLink && claim.origin === 'link' ? urlOf(instance, claim) : null,
    origin: claim.origin,
    price_amount: formatAmount(claim.price_share, price),
    price_currency: price.code,
    amount: formatAmount(claim.paid_share, coin),
    amount_currency: coin.code,
    network: claim.network,
    rate: claim.rate_of,
    address: claim.address,
    paid_from: [...claim.sources],
    approved_by_rule: claim.rule_value !== null,
    coin_withdrawal_id: claim.withdrawal_id,
    txid: claim.txid,
    reason: claim.reason,
    created_at: formatTime(claim.created_at),
    expires_at: formatTime(claim.expires_at),
    claimed_at: time(claim.claimed_at),
    decided_at: time(claim.decided_at),
  };
}

function urlOf(instance: Instance, claim: ClaimRow): string | null {
  const token = tokenOfClaim(instance, claim);
  return token === null ? null : `${payerSite(instance, claim.project_id)}/refunds/${token}`;
}
