// The spendable outputs of the bitcoind family.
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { assert, defined } from '../../core/assert.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';

const COLUMNS = 'txid, output_index "index", address, amount';
/** The order of the index, for thousands of outputs of the same amount. */
const OF_ONE_AMOUNT = 'hashtextextended(txid, 0)';

/** Only one process plans a coin at a time: outputs locked by another process would look like missing coins. */
export async function lockWallet(tx: Tx, coin: string): Promise<void> {
  await tx.query('select 1 from wallets where coin = $1 order by coin for update', [coin]);
}

/** The smallest outputs above an amount. */
export function lockAbove(
  tx: Tx,
  coin: string,
  requested: { amount: bigint; limit: number },
): Promise<PlannedInput[]> {
  return tx.query<PlannedInput>(
    `select ${COLUMNS} from wallet_outputs
     where coin = $1 and status = 'unspent' and amount > $2
     order by amount, ${OF_ONE_AMOUNT}, output_index limit $3 for update skip locked`,
    [coin, requested.amount.toString(), requested.limit],
  );
}

export function lockLargest(tx: Tx, coin: string, limit: number): Promise<PlannedInput[]> {
  return tx.query<PlannedInput>(
    `select ${COLUMNS} from wallet_outputs where coin = $1 and status = 'unspent'
     order by amount desc, ${OF_ONE_AMOUNT} desc, output_index desc limit $2 for update skip locked`,
    [coin, limit],
  );
}

/** The largest outputs up to an amount. */
export function lockBelow(
  tx: Tx,
  coin: string,
  requested: { amount: bigint; limit: number },
): Promise<PlannedInput[]> {
  return tx.query<PlannedInput>(
    `select ${COLUMNS} from wallet_outputs
     where coin = $1 and status = 'unspent' and amount <= $2
     order by amount desc, ${OF_ONE_AMOUNT} desc, output_index desc limit $3 for update skip locked`,
    [coin, requested.amount.toString(), requested.limit],
  );
}

export async function takeInputs(
  tx: Tx,
  { coin, transferId, plan }: { coin: string; transferId: string; plan: TransferPlan },
): Promise<void> {
  const inputs = 'inputs' in plan.origin ? plan.origin.inputs : [];
  const taken = await tx.query(
    `update wallet_outputs o set status = 'reserved', transfer_id = $2
     from unnest($3::text[], $4::int[]) as t(txid, output_index)
     where o.coin = $1 and o.txid = t.txid and o.output_index = t.output_index
       and o.status = 'unspent' returning 1`,
    [coin, transferId, inputs.map((input) => input.txid), inputs.map((input) => input.index)],
  );
  assert(taken.length === inputs.length && taken.length > 0, 'an input was taken twice');
}

export interface WalletSums {
  readonly unspent: bigint;
  /** Change of unconfirmed transfers, and merged outputs: spendable once they are confirmed. */
  readonly coming: bigint;
}

const OPEN = "status in ('reserved', 'signed', 'broadcast')";

/** The change of a stuck transfer is spent by its bump, so only the bump's change is counted. */
export async function walletSums(sql: Sql, coin: string): Promise<WalletSums> {
  const rows = await sql.query<WalletSums>(
    `with open as (select id, purpose, bumps, amount, network_fee from transfers
       where coin = $1 and ${OPEN} and purpose <> 'sweep')
     select
       coalesce((select sum(amount) from wallet_outputs where coin = $1 and status = 'unspent'), 0)
         as unspent,
       coalesce((select sum(t.amount - t.network_fee - coalesce(p.paid, 0)) from open t
         left join lateral (select sum(w.received_amount) as paid from transfer_payments tp
           join coin_withdrawals w on w.project_id = tp.project_id and w.id = tp.withdrawal_id
           where tp.coin = $1 and tp.transfer_id = t.id) p on true), 0)
       - coalesce((select sum(b.amount) from open b join open parent on parent.id = b.bumps), 0)
         as coming`,
    [coin],
  );
  return defined(rows[0], 'one row of sums');
}
