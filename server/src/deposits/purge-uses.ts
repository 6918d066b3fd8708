// Purges the inputs and nonces of announced payments (clashes.ts), once none of them can be replaced.
import type { App } from '../app.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';

/** Twice as long as an unconfirmed payment is watched, and longer than any reorganization. */
const USES_RETENTION = 30 * DAY;
/** Rows checked per run, starting where the last run ended. */
export const USES_CHECKED = 1000;

type Use = readonly [coin: string, txid: string, spend: string];

const FIRST_USE: Use = ['', '', ''];
/** This process's position. A new process starts from the beginning. */
const checkedUpTo = new WeakMap<App, Use>();

/**
 * Rows are needed while one of their payments may still be replaced. They are obsolete once the payment is in a block
 * or dropped, and was first seen long ago. Each run checks a slice in key order: no index groups the obsolete rows.
 */
export const usesWorker: Worker = recurring({
  name: 'cleaning-uses',
  everyMilliseconds: MINUTE / 2,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const from = checkedUpTo.get(app) ?? FIRST_USE;
    const values = [...from, new Date(app.clock.now() - USES_RETENTION)];
    const [last] = await app.db.transaction((tx) => tx.query<CheckedUse>(PURGE_USES, values));
    checkedUpTo.set(app, last === undefined ? FIRST_USE : [last.coin, last.txid, last.spend]);
    return last?.forgotten === USES_CHECKED;
  },
});

interface CheckedUse {
  readonly coin: string;
  readonly txid: string;
  readonly spend: string;
  readonly forgotten: number;
}

/** Returns the last row checked; no row at the end. Each deposit is looked up by its key, however many there are. */
const PURGE_USES = `
with looked as materialized (
  select ctid as place, coin, txid, spend from transaction_spends
  where (coin, txid, spend) > ($1, $2, $3) order by coin, txid, spend limit ${USES_CHECKED}
), forgotten as (
  delete from transaction_spends where ctid = any(array(
    select place from looked l
    where (select count(*) from deposits d where d.coin = l.coin and d.txid = l.txid
      and (d.first_seen_at > $4 or d.status = 'pending' or (d.status = 'confirmed' and d.block_height is null))) = 0))
  returning 1
)
select coin, txid, spend, (select count(*) from forgotten)::int as forgotten
from looked order by coin desc, txid desc, spend desc limit 1`;
