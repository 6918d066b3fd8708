// Handles deposits that are in no block: in the mempool, orphaned by a reorganization, or gone. A deposit that the node
// no longer knows, or whose transaction failed in a block, is dropped. A posted deposit that stays absent for as many
// blocks as it needed confirmations is reversed, with a posting and an alert, never by a silent edit.
import type { App } from '../app.ts';
import type { Chain } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { lockLedgers } from '../ledger/post.ts';
import { noteContested } from './contested.ts';
import { isRead } from './cursor.ts';
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts';
import { notifyOwners } from './record-deposits.ts';
import { reverseDeposits } from './reverse.ts';

const CHECK_EVERY = 10 * SECOND;
const CHECKS_MAX = 200;

type Unallocated = DepositRow & { readonly lost_height: number | null };

export async function checkUnallocated(
  app: App,
  watch: { coin: Coin; chain: Chain },
): Promise<void> {
  const { coin, chain } = watch;
  const deposits = await due(app, coin.code);
  if (deposits.length === 0) return;
  const facts = await chain.transactions(
    deposits.map((deposit) => ({ txid: deposit.txid, near: null, placeOnly: true })),
  );
  const waiting = deposits.filter((_, n) => facts[n]?.place.kind === 'mempool');
  await noteContested(
    app,
    chain,
    waiting.map(({ txid }) => txid),
  );
  const gone: Unallocated[] = [];
  for (const [n, deposit] of deposits.entries()) {
    const place = defined(facts[n], 'as many facts as questions').place;
    // The transaction was mined, but it failed or did not pay us.
    const isEmpty = place.kind === 'block' && (await isRead(app.db, coin.code, place.block));
    if (place.kind === 'unknown' || isEmpty) gone.push(deposit);
  }
  const tip = await chain.tip();
  const reversed = gone.filter(
    (deposit) =>
      deposit.booked_at !== null &&
      tip.height >= (deposit.lost_height ?? tip.height) + deposit.confirmations_required,
  );
  await dropDeposits(
    app,
    gone.filter((deposit) => deposit.booked_at === null),
  );
  await reverseDeposits(app, reversed);
}

/** Takes the deposits that were checked least recently and marks them as checked. */
function due(app: App, coin: string): Promise<Unallocated[]> {
  const now = app.clock.now();
  return app.db.query<Unallocated>(
    `update deposits d set checked_at = $2
     from (select id from deposits
       where coin = $1 and block_height is null and status in ('pending', 'confirmed') and checked_at <= $3
       order by checked_at limit ${CHECKS_MAX}) t
     where d.id = t.id returning ${DEPOSIT_COLUMNS.replaceAll(/\bid\b/g, 'd.id')}, lost_height`,
    [coin, new Date(now), new Date(now - CHECK_EVERY)],
  );
}

/** Deposits that are in no block and have no posting. */
async function dropDeposits(app: App, deposits: readonly DepositRow[]): Promise<void> {
  if (deposits.length === 0) return;
  await app.db.transaction(async (tx) => {
    await lockLedgers(
      tx,
      deposits.map((deposit) => deposit.project_id),
    );
    // Another process may have found it since.
    const dropped = await tx.query<DepositRow>(
      `update deposits set status = 'dropped' where id = any($1::uuid[]) and status = 'pending'
         and block_height is null and booked_at is null returning ${DEPOSIT_COLUMNS}`,
      [deposits.map((deposit) => deposit.id)],
    );
    await notifyOwners(tx, dropped);
  });
}
