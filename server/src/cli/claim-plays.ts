// How to cause each event of a refund claim.
import type { EventOf } from '../contract/callback-events.ts';
import { defined } from '../core/assert.ts';
import { until } from './demo-stage.ts';
import {
  COIN,
  make,
  mine,
  PAYEE,
  type Play,
  type PlayStage,
  pay,
  reached,
  WHY,
} from './play-steps.ts';

export const claimPlays: Readonly<Record<EventOf<'RefundClaim'>, Play>> = {
  claimed: { run: claimed },
  approved: { run: approved },
  declined: { run: async (on) => decide(on, await claimed(on), 'decline') },
  revoked: { run: async (on) => decide(on, (await newClaim(on)).id, 'revoke') },
  sent: { run: approved },
  completed: { run: async (on) => [await sentClaim(on), await mine(on)] },
  failed: { run: cancelledPayout },
};

interface Claim {
  readonly id: string;
  readonly url: string;
}

async function newClaim(on: PlayStage): Promise<Claim> {
  const price = { price_amount: '10', price_currency: 'EUR', pay_currency: COIN };
  const invoice = await make(on, 'invoice', { ...price, name: WHY });
  await pay(on, { invoice_id: invoice });
  await mine(on);
  await reached(on, invoice, 'completed');
  const part = { amount: '5.00' };
  const claim = await on.merchant<Claim>('POST', `invoices/${invoice}/refund_claims`, part);
  on.made('refund claim', claim.id);
  return claim;
}

async function claimed(on: PlayStage): Promise<string> {
  const { id, url } = await newClaim(on);
  const page = url.slice(url.indexOf('refunds/'));
  await on.submit(page, { address: defined(PAYEE, 'LTC has one'), step: 'request' });
  return id;
}

interface Decided {
  readonly coin_withdrawal_id: string | null;
}

function decide(on: PlayStage, id: string, verb: string): Promise<Decided> {
  return on.merchant<Decided>('POST', `refund_claims/${id}/${verb}`, {});
}

async function approved(on: PlayStage): Promise<string> {
  const id = await claimed(on);
  await decide(on, id, 'approve');
  return id;
}

async function sentClaim(on: PlayStage): Promise<void> {
  const id = await approved(on);
  await until(async () => {
    const { status } = await on.merchant('GET', `refund_claims/${id}`);
    return status === 'sent' ? status : null;
  });
}

/** While payouts are paused, nothing can be sent before it is canceled. */
async function cancelledPayout(on: PlayStage): Promise<void> {
  const id = await claimed(on);
  const { project } = on;
  await on.call('payouts.pause', { project, reason: WHY });
  try {
    const { coin_withdrawal_id: payout } = await decide(on, id, 'approve');
    await on.merchant('POST', `coin_withdrawals/${payout}/cancel`, {});
  } finally {
    const { rows } = await on.call('payouts.pauses', { project });
    for (const { id, reason } of rows)
      if (reason === WHY) await on.call('payouts.resume', { pause_id: id, reason: WHY });
  }
}
