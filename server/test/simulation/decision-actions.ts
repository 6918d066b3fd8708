// Random decisions of people about money that waits for them: refunds to addresses, held channel payments and unmatched
// payments, in any order and at any time, and withdrawals that are canceled before they are sent.
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { releasePayment, returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { newId } from '../../src/core/ids.ts';
import { attachUnmatched } from '../../src/inbox/attach.ts';
import { creditUnmatched, refundUnmatched } from '../../src/inbox/refund.ts';
import { refundInvoice } from '../../src/invoices/refund.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import type { Action, Weighted } from './actions.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const reason = 'simulated';

function stranger(world: SimulatedWorld, coin: string): string {
  const address = foreignAddress(world.simulation(coin).coin, 'sender', world.draw(2 ** 31));
  return coin === 'XRP' ? `${address}?dt=${world.draw(1000)}` : address;
}

const refundToAddress: Action = async (world) => {
  const found = await world.one<{ id: string; coin: string }>(
    `select id, pay_currency as coin from invoices where status = 'unresolved' order by id`,
  );
  if (found === null) return;
  const address = stranger(world, found.coin);
  const objectId = newId(world.app().clock, world.app().random);
  const caller = { project: world.project, objectId };
  await refundInvoice(world.app(), caller, { invoice_id: found.id, address });
};

const decideHeld: Action = async (world) => {
  const found = await world.one<{ id: string; coin: string }>(
    `select id, paid_currency as coin from channel_payments where status = 'on_hold' order by id`,
  );
  if (found === null) return;
  const requested = { id: found.id, reason };
  if (world.chance(30)) await releasePayment(world.app(), requested);
  else await returnPayment(world.app(), { ...requested, address: stranger(world, found.coin) });
};

const decideUnmatched: Action = async (world) => {
  const found = await world.one<{ id: string; coin: string }>(
    'select id, coin from deposits where is_unmatched order by id',
  );
  if (found === null) return;
  const ids = { depositId: found.id, projectId: world.project.id, reason };
  const owner = await world.one<{ id: string }>(
    `select id from invoices where pay_currency = $1 and status in ('new', 'unresolved')
     union all select id from channels where pay_currency = $1 order by id`,
    [found.coin],
  );
  if (world.chance(30)) await creditUnmatched(world.app(), ids);
  else if (world.chance(50) && owner !== null)
    await attachUnmatched(world.app(), { depositId: found.id, ownerId: owner.id, reason });
  else await refundUnmatched(world.app(), { ...ids, address: stranger(world, found.coin) });
};

const cancel: Action = async (world) => {
  const found = await world.one<{ id: string; coin: string }>(
    `select id, received_currency as coin from coin_withdrawals
     where status in ('pending', 'on_hold') order by id`,
  );
  if (found === null) return;
  const coinWallet = defined(world.coinWallets().get(found.coin), 'a treasury');
  const requested = { projectId: world.project.id, id: found.id, reason };
  await cancelWithdrawal(world.app(), coinWallet, requested);
};

export const decisions: Weighted = [
  [refundToAddress, 2],
  [decideHeld, 3],
  [decideUnmatched, 4],
  [cancel, 2],
];
