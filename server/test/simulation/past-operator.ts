// What the operator does in a world whose database goes back: ends quarantines as docs/restores.md says and decides on
// pending work. Also time and money for everything that waits.
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { endQuarantine } from '../../src/payouts/recover/end-quarantine.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { amountsOf, COINS, fund, mineAll } from './past-actions.ts';
import type { PastWorld } from './past-world.ts';

const ROUNDS_MAX = 8;

/**
 * The steps of docs/restores.md: wait until everything is in a block, read the list, and end each quarantine with it.
 */
export async function endQuarantines(world: PastWorld): Promise<string[]> {
  let left: string[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    await mineAll(world, 2);
    world.clock.advance(MINUTE);
    await world.settle();
    left = [];
    const { app, coinWallets } = world.instance();
    for (const coinWallet of coinWallets.values()) {
      if ((await findQuarantine(app.db, coinWallet.coin.code)) === null) continue;
      const refusal = await endQuarantine(app, coinWallet, { isAccepted: true }).then(
        () => null,
        (error: Error) => `${coinWallet.coin.code}: ${error.message}`,
      );
      if (refusal !== null) left.push(refusal);
    }
    if (left.length === 0) return [];
  }
  return left;
}

/**
 * Withdrawals wait when the lost data may have paid their recipient: the operator checks the chain, gives up those that
 * were paid, and releases the rest.
 */
export async function decideHeld(world: PastWorld): Promise<void> {
  const { app, coinWallets } = world.instance();
  const held = await world.sql.query<{
    project_id: string;
    id: string;
    coin: string;
    address: string;
  }>(
    `select project_id, id, received_currency as coin, address from coin_withdrawals
     where status = 'on_hold' order by id`,
  );
  for (const { project_id: projectId, id, coin, address } of held) {
    if ((await findQuarantine(app.db, coin)) !== null) continue;
    const isPaid = (await paymentsTo(world, [address])).length > 0;
    const reason = 'paid by what was forgotten';
    const coinWallet = defined(coinWallets.get(coin), coin);
    if (isPaid) await cancelWithdrawal(app, coinWallet, { projectId, id, reason });
    else await releaseWithdrawal(app, { id: projectId }, id);
  }
}

export interface Paid {
  readonly address: string;
  readonly txid: string;
  readonly coin: string;
}

/** Payments to addresses on the networks, in blocks and in mempools. */
export function paymentsTo(world: PastWorld, addresses: readonly string[]): Promise<Paid[]> {
  return world.networks.query<Paid>(
    `select o.coin, o.address, o.txid from simulation.outputs o
     join simulation.transactions t using (coin, txid)
     where o.address = any($1::text[]) and not t.has_failed
       and (t.mempool_number is not null or t.block_hash is not null)`,
    [addresses],
  );
}

/** Time and money for all pending work. */
export async function heal(world: PastWorld): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const coin of COINS) await fund(world, coin, defined(amountsOf(coin)[1], 'an amount'));
    await mineAll(world, 40);
    await world.settle();
    await decideHeld(world);
    world.clock.advance(HOUR);
    await world.settle();
  }
}
