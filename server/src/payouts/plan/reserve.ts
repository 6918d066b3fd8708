// The first step of sending stores the planned transfer of a batch in one committed transaction.
import { withPool } from '../../addresses/pool.ts';
import type { App } from '../../app.ts';
import type { FeeQuotes, PayeeRefusal, TransferPlan } from '../../chains/transfers.ts';
import { assert, defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Tx } from '../../db/tx.ts';
import { lockLedgers } from '../../ledger/post.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import { type CoinWallet, PAYABLE_COLUMNS, type PayableWithdrawal } from '../coin-wallet.ts';
import { BY_DUE_TIME, duePayouts, movePayouts, named } from '../payout.ts';
import { refreshSenders } from '../sending-addresses.ts';
import { insertReserved } from '../store-transfers.ts';
import { type FeeBudget, feeBudget, inFeeCoin } from '../transfer-fees.ts';
import { endShortage, rescheduleAll, rescheduleWaiting } from '../waiting-payouts.ts';
import { type GasSupply, gasSupply } from '../wallet/supply-gas.ts';
import { awaitFinal } from './await-final.ts';
import { type BatchRules, batchesOf, type Sharing, type Waiting } from './batches.ts';
import { endLate } from './end-late.ts';
import { gasFor, refuseUnspendable } from './query-network.ts';
import { reserveNumber } from './reserve-number.ts';
import { reserveOutputs } from './reserve-outputs.ts';
import { DUE_LIMIT, dueMax, shareSize } from './share-size.ts';

/** Transfers of one run. */
const TRANSFERS_MAX = 50;

export interface BatchFacts {
  readonly coinWallet: CoinWallet;
  readonly transferId: string;
  readonly budget: FeeBudget;
  /** Of the best block: a transfer planned now is in no block at or below it. */
  readonly height: number;
  readonly gas: number | undefined;
  /** Null for a coin that pays its own fees. */
  readonly supply: GasSupply | null;
  /** Locked. Exactly one on networks where a transfer uses up a number. */
  readonly withdrawals: readonly PayableWithdrawal[];
}

export interface ReserveFacts extends BatchFacts {
  readonly withdrawal: PayableWithdrawal;
}

export type Reserved = { readonly plan: TransferPlan } | { readonly reason: WaitReason };

/** `paid`: the withdrawals that the first outputs pay, in order. */
export interface ReservedBatch {
  readonly plan: TransferPlan | null;
  readonly paid: readonly PayableWithdrawal[];
  readonly left: readonly {
    readonly withdrawal: PayableWithdrawal;
    readonly reason: WaitReason;
    readonly refusal?: PayeeRefusal;
  }[];
}

/** Limited to `payable` when set. Returns the number of planned or rescheduled withdrawals. */
export async function reserveDue(
  app: App,
  coinWallet: CoinWallet,
  payable: ReadonlySet<string> | null = null,
): Promise<number> {
  const limit = coinWallet.network.model === 'outputs' ? dueMax(coinWallet) : TRANSFERS_MAX;
  const due = await app.db.query<Sharing>(
    `select w.project_id, w.id, w.network_fee_level, w.committed_at, w.address, r.batch_id
     from ${duePayouts(DUE_LIMIT)}
     left join payout_batch_rows r on r.project_id = p.project_id and r.withdrawal_id = p.withdrawal_id
     order by ${BY_DUE_TIME}`,
    [coinWallet.coin.code, new Date(app.clock.now()), limit],
  );
  const spendable = await refuseUnspendable(app, coinWallet, due);
  const candidates = spendable.filter(({ id }) => payable?.has(id) ?? true);
  const fresh = await awaitFinal(app, coinWallet.coin.code, candidates);
  const ready = candidates.filter(({ id }) => !fresh.has(id));
  const batches = batchesOf(ready, await batchRules(app, coinWallet, ready)).slice(
    0,
    TRANSFERS_MAX,
  );
  if (batches.length === 0) return 0;
  if (coinWallet.network.model === 'sequence') await refreshSenders(app, coinWallet);
  const world = {
    coinWallet,
    quotes: await coinWallet.network.feeQuotes(),
    height: (await coinWallet.chain.tip()).height,
    supply: await gasSupply(app, coinWallet),
  };
  let moved = 0;
  for (const batch of batches) moved += await tryBatch(app, { ...world, batch });
  if (moved > 0) await app.db.transaction((tx) => endShortage(tx, coinWallet.coin.code));
  return moved;
}

/** A transfer of ETH or XRP pays one withdrawal. */
async function batchRules(
  app: App,
  coinWallet: CoinWallet,
  ready: readonly Sharing[],
): Promise<BatchRules> {
  const { network } = coinWallet;
  const { batchPayments, batchSeconds } = app.config;
  const isShared = network.model === 'outputs' && ready.some((one) => one.batch_id !== null);
  return {
    payments: network.model === 'outputs' ? batchPayments : 1,
    timeout: batchSeconds * SECOND,
    now: app.clock.now(),
    share: isShared ? shareSize(coinWallet, await network.feeQuotes()) : null,
  };
}

interface Requested {
  readonly coinWallet: CoinWallet;
  readonly quotes: FeeQuotes;
  readonly height: number;
  readonly supply: GasSupply | null;
  readonly batch: readonly Waiting[];
}

/** The halves of a failed batch are tried separately, and a withdrawal that fails alone is rescheduled. */
async function tryBatch(app: App, requested: Requested): Promise<number> {
  try {
    const gas = await gasFor(app, requested.coinWallet, requested.batch);
    return await withPool(app, () => reserveBatch(app, { ...requested, gas }));
  } catch (error) {
    if (requested.batch.length > 1) return inHalves(app, requested);
    const ids = requested.batch.map(({ id }) => id);
    app.log.error({ err: error, withdrawal_ids: ids }, 'withdrawal not planned');
    await app.db.transaction(async (tx) => {
      for (const withdrawal of await lockPending(tx, requested.batch)) {
        const facts = { coin: requested.coinWallet.coin.code, withdrawal };
        await rescheduleWaiting(tx, { ...facts, reason: 'transaction_build_failed' });
      }
    });
    return 0;
  }
}

async function inHalves(app: App, requested: Requested): Promise<number> {
  const { batch } = requested;
  const middle = Math.ceil(batch.length / 2);
  const first = await tryBatch(app, { ...requested, batch: batch.slice(0, middle) });
  return first + (await tryBatch(app, { ...requested, batch: batch.slice(middle) }));
}

/** Returns the number that have a transfer now. */
async function reserveBatch(
  app: App,
  requested: Requested & { gas: number | undefined },
): Promise<number> {
  const { coinWallet, height, gas, supply } = requested;
  const coin = coinWallet.coin.code;
  const transferId = newId(app.clock, app.random);
  const { moved, overBudget } = await app.db.transaction(async (tx) => {
    await lockLedgers(
      tx,
      requested.batch.map((one) => one.project_id),
    );
    const { payable, aboveBudget, budget } = byBudget(
      app,
      requested,
      await lockPending(tx, requested.batch),
    );
    const reason = 'fee_above_budget' as const;
    await rescheduleAll(
      tx,
      coin,
      aboveBudget.map((withdrawal) => ({ withdrawal, reason })),
    );
    if (budget === null) return { moved: 0, overBudget: aboveBudget };
    const facts = { coinWallet, transferId, budget, height, gas, supply, withdrawals: payable };
    const { plan, paid, left } = await reserve(tx, facts);
    await rescheduleAll(tx, coin, left);
    const late = left.filter(({ reason }) => reason === 'fee_above_budget');
    const overBudget = [...aboveBudget, ...late.map(({ withdrawal }) => withdrawal)];
    if (plan === null) return { moved: 0, overBudget };
    await storeReserved(tx, { ...facts, withdrawals: paid, plan });
    return { moved: paid.length, overBudget };
  });
  await endLate(app, coinWallet, overBudget);
  return moved;
}

/** `budget`: the lowest fee cap of the batch, so that no withdrawal costs more than its own cap. */
function byBudget(
  app: App,
  { coinWallet, quotes }: Requested,
  pending: readonly PayableWithdrawal[],
) {
  const budgetOf = (one: PayableWithdrawal) =>
    feeBudget(one, { quotes, charged: inFeeCoin(app, coinWallet.coin, one.network_fee) });
  const judged = pending.map((one) => ({ one, budget: budgetOf(one) }));
  const budgets = judged.flatMap(({ budget }) => budget ?? []);
  const least: FeeBudget | null = budgets.sort((a, b) => (a.cap < b.cap ? -1 : 1))[0] ?? null;
  return {
    payable: judged.filter(({ budget }) => budget !== null).map(({ one }) => one),
    aboveBudget: judged.filter(({ budget }) => budget === null).map(({ one }) => one),
    budget: least,
  };
}

async function reserve(tx: Tx, batch: BatchFacts): Promise<ReservedBatch> {
  if (batch.coinWallet.network.model === 'outputs') return reserveOutputs(tx, batch);
  const withdrawal = defined(batch.withdrawals[0], 'a batch of one');
  const reserved = await reserveNumber(tx, { ...batch, withdrawal });
  if ('reason' in reserved)
    return { plan: null, paid: [], left: [{ withdrawal, reason: reserved.reason }] };
  return { plan: reserved.plan, paid: [withdrawal], left: [] };
}

/** Excludes withdrawals that another process handled, that are no longer payable or that were just paused. */
function lockPending(
  tx: Tx,
  batch: readonly Pick<Waiting, 'project_id' | 'id'>[],
): Promise<PayableWithdrawal[]> {
  return tx.query<PayableWithdrawal>(
    `select ${PAYABLE_COLUMNS} from payouts p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where (p.project_id, p.withdrawal_id) in (select * from unnest($1::uuid[], $2::uuid[]))
       and p.status = 'waiting' and p.due_at <= $3
       and not exists (select 1 from payout_pauses s where s.project_id = p.project_id and s.resumed_at is null)
     order by p.project_id, p.withdrawal_id for update of p skip locked`,
    [batch.map((one) => one.project_id), batch.map((one) => one.id), tx.now],
  );
}

interface Stored extends BatchFacts {
  readonly plan: TransferPlan;
}

/** The first outputs of the plan pay the withdrawals, in order. */
async function storeReserved(tx: Tx, stored: Stored): Promise<void> {
  const { coinWallet, withdrawals, transferId, plan } = stored;
  const coin = coinWallet.coin.code;
  const projects = [...new Set(withdrawals.map((withdrawal) => withdrawal.project_id))];
  await insertReserved(tx, {
    id: transferId,
    purpose: 'withdrawal',
    projectId: projects.length === 1 ? (projects[0] ?? null) : null,
    plan,
    feeCap: feeCapOf(stored),
    height: stored.height,
    facts: { withdrawals: withdrawals.length },
  });
  await tx.query(
    `insert into transfer_payments (coin, transfer_id, output_index, project_id, withdrawal_id)
     select $1, $2, n - 1, project_id, id
     from unnest($3::uuid[], $4::uuid[]) with ordinality as paid (project_id, id, n)`,
    [
      coin,
      transferId,
      withdrawals.map((withdrawal) => withdrawal.project_id),
      withdrawals.map((withdrawal) => withdrawal.id),
    ],
  );
  const moved = await movePayouts(tx, {
    payouts: withdrawals.map(named),
    from: ['waiting'],
    to: 'planned',
    transferId,
    txid: null,
    wait: null,
  });
  assert(moved.payouts.size === withdrawals.length, 'what is planned was locked while it waited');
}

function feeCapOf({ coinWallet, plan, budget }: Stored): bigint {
  const inputs = 'inputs' in plan.origin ? plan.origin.inputs.length : 0;
  const outputs = plan.outputs.map((output) => output.address);
  const cap = coinWallet.network.feeFor(budget.cap, { inputs, outputs });
  // Change too small for its own output went to the fee.
  if (plan.fee > cap) return plan.fee;
  return cap;
}
