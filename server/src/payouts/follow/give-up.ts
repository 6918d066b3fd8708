// When a transfer can never confirm. A refusal proves nothing: a node may be wrong, behind or full. The proof is
// another transaction, deep in the best chain, that uses up one of its inputs or its number, or one of ours that
// took the place of what it spends; or on XRP that the last ledger which may hold it is validated, and its number free.
// Only then are the other inputs and the number free again, and the withdrawal gets a new transfer.
import type { App } from '../../app.ts';
import type { TransferPlan } from '../../chains/transfers.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlarm } from '../../ledger/alarms.ts';
import { lockLedgersOf } from '../plan/lock-ledgers.ts';
import { lockFamily, moveTransfer } from '../send/store.ts';
import { readPlan, type TransferRow } from '../send/transfer.ts';
import { logTransfer } from '../send/transfer-log.ts';
import { abandon, endRefusals } from './abandon.ts';
import { bookCosts } from './book-costs.ts';
import { confirmTransfer } from './confirm.ts';
import type { TransferObservation } from './follow.ts';

/** An input by its place in the plan, and the transaction that made sure that it never can be spent. */
interface LostInput {
  readonly index: number;
  readonly txid: string;
}

/** A transfer that no mempool and no block is known to hold. True when it moved. */
export async function checkMissing(
  app: App,
  transferObservation: TransferObservation,
): Promise<boolean> {
  const { coinWallet, transfer, finalHeight } = transferObservation;
  const plan = readPlan(transfer.plan);
  if (await hasExpired(transferObservation, plan)) {
    return app.db.transaction((tx) =>
      bury(tx, { ...transferObservation, strangers: [], lost: [] }),
    );
  }
  // Without a refusal there is nothing to explain: it is broadcast again.
  if (transfer.refusals === 0) return false;
  const spenders = await coinWallet.network.spendersOf(plan, transfer.planned_height);
  const own = spenders.find((spender) => spender.txid === transfer.txid);
  // A node without an index does not find a transaction whose outputs are all spent. This is where it is.
  if (own !== undefined) return confirmTransfer(app, { ...transferObservation, block: own.block });
  const strangers = spenders.filter(({ block }) => block.height <= finalHeight);
  const lost = await lostParents(app.db, plan, finalHeight);
  if (strangers.length + lost.length === 0) return false;
  return app.db.transaction((tx) => bury(tx, { ...transferObservation, strangers, lost }));
}

/** True on proof. */
async function hasExpired(
  transferObservation: TransferObservation,
  plan: TransferPlan,
): Promise<boolean> {
  const { coinWallet, transfer, tip } = transferObservation;
  const { expiry } = coinWallet.network;
  if (expiry === undefined || transfer.txid === null) return false;
  if (plan.expiresAtHeight === undefined || tip.height < plan.expiresAtHeight) return false;
  return expiry.isProven(plan);
}

/** Without both, it has expired. */
interface Burial extends TransferObservation {
  /** Transactions that we know nothing of. */
  readonly strangers: readonly LostInput[];
  readonly lost: readonly LostInput[];
}

async function bury(tx: Tx, burial: Burial): Promise<boolean> {
  const { strangers } = burial;
  const spenders = [...strangers, ...burial.lost];
  await lockLedgersOf(tx, burial.transfer);
  const family = await lockFamily(tx, burial.transfer);
  const ours = new Set(family.map((member) => member.txid));
  // One of its own family is not "something else": that one pays the withdrawal.
  if (spenders.some((spender) => ours.has(spender.txid))) return false;
  const open = family.filter((member) => member.status !== 'dead');
  if (open.length === 0 || open.some((member) => member.status === 'confirmed')) return false;
  for (const member of open) {
    await moveTransfer(tx, member, { from: [member.status], to: 'dead', dueAt: null });
    await logTransfer(tx, {
      coin: member.coin,
      transferId: member.id,
      step: 'dead',
      facts:
        spenders.length === 0
          ? { expired_at: member.plan.expiresAtHeight }
          : { spent_by: spenders.map((spender) => spender.txid) },
    });
  }
  await freeInputs(tx, { family: open, transfer: burial.transfer, spenders });
  // A block that a reorganization took back had taken something.
  await bookCosts(tx, { family, confirmed: null });
  if (strangers.length > 0)
    await raiseAlarm(tx, {
      kind: 'spent_elsewhere',
      subject: burial.transfer.id,
      facts: { coin: burial.transfer.coin, spent_by: strangers.map((spender) => spender.txid) },
    });
  const isOver = await abandon(tx, { transfer: burial.transfer });
  if (isOver) await endRefusals(tx, family);
  return true;
}

/** What was used up elsewhere is gone; the other inputs are ours to spend again. */
async function freeInputs(
  tx: Tx,
  {
    transfer,
    spenders,
    family,
  }: { family: readonly TransferRow[]; transfer: TransferRow; spenders: readonly LostInput[] },
): Promise<void> {
  const { origin } = readPlan(transfer.plan);
  const inputs = 'inputs' in origin ? origin.inputs : [];
  const gone = spenders.flatMap((spender) => inputs[spender.index] ?? []);
  await tx.query(
    `update wallet_outputs o
     set transfer_id = null,
       status = case when (o.txid, o.output_index) in (
         select * from unnest($3::text[], $4::int[])) then 'lost' else 'unspent' end
     where o.coin = $1 and o.transfer_id = any($2::uuid[])`,
    [
      transfer.coin,
      family.map((member) => member.id),
      gone.map((input) => input.txid),
      gone.map((input) => input.index),
    ],
  );
}

/**
 * Inputs that can never exist: outputs of transfers of ours that lost for good. A transfer may spend the change of
 * another one, a reorganisation may take both back, and then a replacement of the other one confirms instead.
 */
async function lostParents(
  sql: Sql,
  plan: TransferPlan,
  finalHeight: number,
): Promise<readonly LostInput[]> {
  if (!('inputs' in plan.origin)) return [];
  const parents = plan.origin.inputs.map((input) => input.txid);
  const lost = await sql.query<{ parent: string; winner: string }>(
    `select p.txid as parent, coalesce(w.txid, p.txid) as winner
     from transfers p
     left join transfers w on w.coin = p.coin and w.family = p.family and w.id <> p.id
       and w.status = 'confirmed' and w.block_height <= $3
     where p.coin = $1 and p.txid = any($2::text[]) and (p.status = 'dead' or w.id is not null)`,
    [plan.coin, parents, finalHeight],
  );
  const winners = new Map(lost.map(({ parent, winner }) => [parent, winner]));
  return parents.flatMap((parent, index) => {
    const txid = winners.get(parent);
    return txid === undefined ? [] : { index, txid };
  });
}
