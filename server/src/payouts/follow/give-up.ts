// Decides when a transfer can never confirm. A rejection proves nothing: the node may be wrong, behind or full. There
// are three proofs: another transaction, deep in the best chain, uses up one of its inputs or its number (nonce or
// sequence); one of our own transactions replaced the transaction whose output it spends; on XRP, the last ledger that
// may include it is validated, and its number is still unused.
import type { App } from '../../app.ts';
import type { TransferPlan } from '../../chains/transfers.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import { lockFamily, lockLedgersOf, moveTransfer } from '../store-transfers.ts';
import { logTransfer, readPlan, type TransferRow } from '../transfer.ts';
import { abandon, endRefusals } from './abandon.ts';
import { bookCosts } from './book-costs.ts';
import { confirmTransfer } from './confirm.ts';
import type { TransferObservation } from './follow.ts';

/** By its index in the plan, with the transaction that made it permanently unspendable. */
interface LostInput {
  readonly index: number;
  readonly txid: string;
}

/** Checks a transfer that is in neither the mempool nor a block. Returns true when its status changed. */
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
  // Without a rejection, the transfer is broadcast again.
  if (transfer.refusals === 0) return false;
  const spenders = await coinWallet.network.spendersOf(plan, transfer.planned_height);
  const own = spenders.find((spender) => spender.txid === transfer.txid);
  // Without an index, a transaction whose outputs are all spent is found only as the spender of its inputs.
  if (own !== undefined) return confirmTransfer(app, { ...transferObservation, block: own.block });
  const strangers = spenders.filter(({ block }) => block.height <= finalHeight);
  const lost = await lostParents(app.db, plan, finalHeight);
  if (strangers.length + lost.length === 0) return false;
  return app.db.transaction((tx) => bury(tx, { ...transferObservation, strangers, lost }));
}

async function hasExpired(
  transferObservation: TransferObservation,
  plan: TransferPlan,
): Promise<boolean> {
  const { coinWallet, transfer, tip } = transferObservation;
  const { expiry } = coinWallet.network;
  if (expiry === undefined || transfer.txid === null) return false;
  if (plan.expiresAtHeight === undefined || tip.height < plan.expiresAtHeight) return false;
  return expiry.hasPassed(plan);
}

/** Without strangers and lost inputs, the transfer has expired. */
interface Burial extends TransferObservation {
  /** Inputs that transactions unknown to this database used up. */
  readonly strangers: readonly LostInput[];
  readonly lost: readonly LostInput[];
}

async function bury(tx: Tx, burial: Burial): Promise<boolean> {
  const { strangers } = burial;
  const spenders = [...strangers, ...burial.lost];
  await lockLedgersOf(tx, burial.transfer);
  const family = await lockFamily(tx, burial.transfer);
  const ours = new Set(family.map((member) => member.txid));
  // A spender of the same family pays the withdrawal.
  if (spenders.some((spender) => ours.has(spender.txid))) return false;
  const open = family.filter((member) => member.status !== 'dead');
  if (open.length === 0 || open.some((member) => member.status === 'confirmed')) return false;
  for (const member of open) {
    await moveTransfer(tx, member, { from: [member.status], to: 'dead', dueAt: null });
    await logTransfer(tx, member, {
      step: 'dead',
      facts:
        spenders.length === 0
          ? { expired_at: member.plan.expiresAtHeight }
          : { spent_by: spenders.map((spender) => spender.txid) },
    });
  }
  await freeInputs(tx, { family: open, transfer: burial.transfer, spenders });
  // A fee was charged in a block that a reorganization removed.
  await bookCosts(tx, { family, confirmed: null });
  if (strangers.length > 0)
    await raiseAlert(tx, {
      kind: 'foreign_spend',
      subject: burial.transfer.id,
      facts: { coin: burial.transfer.coin, spent_by: strangers.map((spender) => spender.txid) },
    });
  const isOver = await abandon(tx, { transfer: burial.transfer });
  if (isOver) await endRefusals(tx, family);
  return true;
}

/** Inputs that another transaction used up are gone; the others become spendable again. */
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

/** Example: the change of a transfer that a reorganization removed and a replacement superseded. */
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
