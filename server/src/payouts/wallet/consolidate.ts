// Merges small outputs while fees are low (CHAINTILL_CONSOLIDATION_MAX_FEE), so that payments need few inputs when fees
// are high. Never runs while withdrawals wait, and only one at a time.
import { withPool } from '../../addresses/pool.ts';
import type { App } from '../../app.ts';
import type { PlannedInput, TransferPlan } from '../../chains/transfers.ts';
import { MINUTE, SECOND } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import { sumOf } from '../../core/group.ts';
import { amountOf } from '../../core/money.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { claimOwnAddress } from '../own-address.ts';
import { costOfInput, INPUTS_MAX } from '../plan/plan-outputs.ts';
import { findQuarantine } from '../quarantine.ts';
import { insertReserved } from '../store-transfers.ts';
import { lockAbove, lockWallet, takeInputs } from './wallet-coins.ts';

/** One worker for each coin that has a price. */
export function consolidationWorkers(
  { consolidate: prices }: Config,
  coinWallets: ReadonlyMap<string, CoinWallet>,
): Worker[] {
  return [...coinWallets.values()].flatMap((coinWallet) => {
    const { code } = coinWallet.coin;
    const price = prices.get(code);
    if (price === undefined) return [];
    return recurring({
      name: `consolidate-${code.toLowerCase()}`,
      everyMilliseconds: 10 * MINUTE,
      leaseMilliseconds: 30 * SECOND,
      async run(app) {
        await consolidate(app, coinWallet, price);
        return false;
      },
    });
  });
}

async function consolidate(app: App, coinWallet: CoinWallet, price: string): Promise<void> {
  const { coin, network } = coinWallet;
  const keep = app.config.consolidateOutputs;
  if ((await countOutputs(app.db, coin.code, keep)) <= keep) return;
  if ((await findQuarantine(app.db, coin.code)) !== null) return;
  if (await isBusy(app.db, coin.code)) return;
  const { slow } = await network.feeQuotes();
  const most = amountOf(price, coin);
  if (slow > most) return;
  const { height } = await coinWallet.chain.tip();
  await withPool(app, () =>
    app.db.transaction(async (tx) => {
      await lockWallet(tx, coin.code);
      if (await isBusy(tx, coin.code)) return;
      const inputs = await lockSmall(tx, { coinWallet, quote: slow, keep });
      if (inputs.length < 2) return;
      await merge(tx, { coinWallet, inputs, quote: slow, cap: most, height });
    }),
  );
}

/** Stops at the number needed for the decision. */
async function countOutputs(sql: Sql, coin: string, keep: number): Promise<number> {
  const rows = await sql.query(
    `select 1 from wallet_outputs where coin = $1 and status = 'unspent' limit $2`,
    [coin, keep + INPUTS_MAX],
  );
  return rows.length;
}

async function isBusy(sql: Sql, coin: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from payouts where coin = $1 and status = 'waiting'
     union all
     select 1 from transfers where coin = $1 and purpose = 'consolidation'
       and status in ('reserved', 'signed', 'broadcast') limit 1`,
    [coin],
  );
  return rows.length > 0;
}

/**
 * Stops at half of the number kept, so that the next output triggers no merge. Excludes outputs that cost half their
 * value to spend, so dust sent by others stays where it is.
 */
async function lockSmall(
  tx: Tx,
  { coinWallet, quote, keep }: { coinWallet: CoinWallet; quote: bigint; keep: number },
): Promise<PlannedInput[]> {
  const coin = coinWallet.coin.code;
  const amount = 2n * costOfInput(coinWallet.network, quote);
  const small = (await countOutputs(tx, coin, keep)) - Math.floor(keep / 2);
  return lockAbove(tx, coin, { amount, limit: Math.min(INPUTS_MAX, small) });
}

// Merges our outputs into one. The fee is divided among the inputs: the project of a deposit bears its share, and a
// project that was paid by the transfer that created change bears the share of the change. The same projects divide the
// share of the operator's outputs.

interface Merging {
  readonly coinWallet: CoinWallet;
  /** Locked and unspent. */
  readonly inputs: readonly PlannedInput[];
  /** For one ordinary payment, in the smallest unit: now, and at most after a fee bump. */
  readonly quote: bigint;
  readonly cap: bigint;
  readonly height: number;
}

/** Does nothing when the amount left after the fee is not worth an output. Throws PoolEmpty. */
export async function merge(tx: Tx, merging: Merging): Promise<void> {
  const { coinWallet, inputs, quote, cap, height } = merging;
  const coin = coinWallet.coin.code;
  const { address } = await claimOwnAddress(tx, coin);
  const shape = { inputs: inputs.length, outputs: [address] };
  const fee = coinWallet.network.feeFor(quote, shape);
  const amount = sumOf(inputs, (input) => input.amount) - fee;
  if (amount < coinWallet.network.dust || amount <= 0n) return;
  const plan: TransferPlan = {
    coin,
    origin: { inputs },
    outputs: [{ address, tag: null, amount }],
    fee,
  };
  const id = tx.newId();
  await takeInputs(tx, { coin, transferId: id, plan });
  const merged = { merged: inputs.length, amount: `${amount}`, fee: `${fee}` };
  await insertReserved(tx, {
    id,
    purpose: 'consolidation',
    projectId: null,
    plan,
    feeCap: capOf({ fee, cap: coinWallet.network.feeFor(cap, shape), half: (amount + fee) / 2n }),
    height,
    facts: merged,
    bearers: await ownersOf(tx, coin, inputs),
  });
  tx.log.info({ coin, transfer_id: id, ...merged }, 'outputs consolidated');
}

/** A fee bump takes at most half of the merged amount, to prevent a loss. Never below the current fee. */
function capOf({ fee, cap, half }: { fee: bigint; cap: bigint; half: bigint }): bigint {
  const bounded = cap < half ? cap : half;
  return bounded > fee ? bounded : fee;
}

/** Null for inputs that do not come from a project's money. */
async function ownersOf(
  tx: Tx,
  coin: string,
  inputs: readonly PlannedInput[],
): Promise<(string | null)[]> {
  const rows = await tx.query<{ project_id: string | null }>(
    `select coalesce(
       (select a.project_id from addresses a where a.coin = $1 and a.address = i.address order by a.tag limit 1),
       (select p.project_id from transfer_payments p where p.coin = $1 and p.transfer_id = t.id
         order by p.output_index limit 1),
       t.project_id,
       (select c.project_id from transfer_costs c where c.coin = $1 and c.transfer_id = t.id
         and c.project_id is not null order by c.position limit 1)) as project_id
     from unnest($2::text[], $3::text[]) with ordinality as i(txid, address, n)
     left join transfers t on t.coin = $1 and t.txid = i.txid
     order by i.n`,
    [coin, inputs.map((input) => input.txid), inputs.map((input) => input.address)],
  );
  return rows.map((row) => row.project_id);
}
