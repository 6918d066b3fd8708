// Follows our transfers, without a time limit, once per new block. A reorganization puts a transfer back to broadcast.
// It is abandoned only on proof that another transaction permanently used up its inputs.
import type { App } from '../../app.ts';
import { type BlockRef, ChainUnavailable, type TransactionPlace } from '../../chains/chain.ts';
import { defined } from '../../core/assert.ts';
import type { Tx } from '../../db/tx.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { noteReorganisedOut } from '../payout.ts';
import { freeConfirmedNumber, touchSenders } from '../sending-addresses.ts';
import {
  lockLedgersOf,
  lockTransfer,
  markChecked,
  moveTransfer,
  unsettled,
} from '../store-transfers.ts';
import { logTransfer, noteSeen, readPlan, type TransferRow } from '../transfer.ts';
import { confirmTransfer } from './confirm.ts';
import { checkMissing } from './give-up.ts';

/** Returns the number of changed transfers. */
export async function followTransfers(
  app: App,
  coinWallet: CoinWallet,
  tip: BlockRef,
): Promise<number> {
  const transfers = await unsettled(app.db, coinWallet.coin.code, tip.hash);
  if (transfers.length === 0) return 0;
  const found = await coinWallet.chain.transactions(
    transfers.map((transfer) => ({
      txid: defined(transfer.txid, 'an unsettled transfer has a txid'),
      near: blockOf(transfer),
      placeOnly: true,
    })),
  );
  const finalHeight = await finalHeightOf(coinWallet, tip);
  let moved = 0;
  for (const [n, transfer] of transfers.entries()) {
    const place = defined(found[n], 'one answer for each').place;
    if (await tryJudge(app, { coinWallet, transfer, place, tip, finalHeight })) moved += 1;
    await markChecked(app.db, transfer, tip.hash);
  }
  return moved;
}

export interface TransferObservation {
  readonly coinWallet: CoinWallet;
  readonly transfer: TransferRow;
  readonly tip: BlockRef;
  readonly finalHeight: number;
}

/** The network's own final block or, without one, the depth that the coin requires of its largest deposits. */
async function finalHeightOf({ coin, chain }: CoinWallet, tip: BlockRef): Promise<number> {
  const final = await chain.finalBlock?.();
  if (final !== undefined) return final?.height ?? -1;
  const { confirmations } = defined(coin.confirmationTiers.at(-1), 'a coin has tiers');
  return tip.height - confirmations + 1;
}

/** A transfer that cannot be checked does not block the others; the next block is the next attempt. */
async function tryJudge(
  app: App,
  observed: TransferObservation & { place: TransactionPlace },
): Promise<boolean> {
  try {
    return await judge(app, observed);
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    app.log.error({ err: error, transfer_id: observed.transfer.id }, 'transaction not tracked');
    return false;
  }
}

async function judge(
  app: App,
  observed: TransferObservation & { place: TransactionPlace },
): Promise<boolean> {
  const { transfer, place } = observed;
  if (place.kind === 'block') return confirmTransfer(app, { ...observed, block: place.block });
  if (transfer.status === 'confirmed') return takeOutOfChain(app, observed);
  if (place.kind !== 'mempool') return checkMissing(app, observed);
  await app.db.transaction((tx) => noteSeen(tx, { coin: transfer.coin, transferId: transfer.id }));
  return false;
}

function blockOf({ block_height: height, block_hash: hash }: TransferRow): BlockRef | null {
  return height === null || hash === null ? null : { height, hash };
}

/**
 * Handles a reorganization that removed the block of a confirmed transfer. A completed withdrawal stays completed: the
 * same bytes are broadcast again, and the change is unspendable until the transfer is in a block.
 *
 * A transfer that failed in that block, and whose withdrawal was refunded or sent again since, is not broadcast, but
 * followed, because the next block might execute it. It is voided if possible (replace/void-useless.ts).
 */
function takeOutOfChain(app: App, { transfer }: TransferObservation): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    const current = await lockTransfer(tx, transfer);
    if (current.status !== 'confirmed' || current.block_hash !== transfer.block_hash) return false;
    const dueAt = (await isPaidOtherwise(tx, transfer)) ? 'infinity' : tx.now;
    await moveTransfer(tx, transfer, { from: ['confirmed'], to: 'broadcast', dueAt });
    await noteReorganisedOut(tx, transfer);
    await touchSenders(tx, readPlan(transfer.plan));
    await freeConfirmedNumber(tx, transfer);
    await tx.query(
      `update wallet_outputs set status = 'reserved' where coin = $1 and transfer_id = $2`,
      [transfer.coin, transfer.id],
    );
    await tx.query(
      `update wallet_outputs set status = 'lost'
       where coin = $1 and txid = $2 and status = 'unspent'`,
      [transfer.coin, transfer.txid],
    );
    await logTransfer(tx, transfer, {
      step: 'left_the_chain',
      facts: { hash: current.block_hash },
    });
    return true;
  });
}

/** True when each of its withdrawals was canceled, belongs to a transfer of another family, or waits for one. */
async function isPaidOtherwise(tx: Tx, { coin, id, family }: TransferRow): Promise<boolean> {
  const [row] = await tx.query<{ paid: number; own: number }>(
    `select count(*)::int as paid,
       (count(*) filter (where o.status is null or o.status <> 'cancelled' and m.id is not null))::int as own
     from transfer_payments p
     left join payouts o on o.project_id = p.project_id and o.withdrawal_id = p.withdrawal_id
     left join transfers m on m.coin = p.coin and m.id = o.transfer_id and m.family = $3
     where p.coin = $1 and p.transfer_id = $2`,
    [coin, id, family],
  );
  return row !== undefined && row.paid > 0 && row.own === 0;
}
