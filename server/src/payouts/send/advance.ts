// Signs, stores and broadcasts transfers. Exactly the stored bytes are broadcast, and nothing is signed twice.
import type { App } from '../../app.ts';
import { ChainUnavailable } from '../../chains/chain.ts';
import type { Broadcast, SignedTransfer } from '../../chains/transfers.ts';
import { MINUTE, SECOND } from '../../core/clock.ts';
import { raiseHighWaterMarkWith } from '../../db/high-water-mark.ts';
import type { Tx } from '../../db/tx.ts';
import { SignerAway, SignerRefused } from '../../keys/signer.ts';
import { raiseAlert } from '../../ledger/alerts.ts';
import type { Wait } from '../../withdrawals/reasons.ts';
import { type CoinWallet, networkCoinsOf } from '../coin-wallet.ts';
import { endRefusals, FOR_GOOD } from '../follow/abandon.ts';
import { movePayouts, named, type PayoutStatus } from '../payout.ts';
import { restoreReplaced } from '../replace/replace-stuck.ts';
import { signPlan, storeSignerRefusal } from '../sign/sign-plan.ts';
import {
  claimDue,
  lockFamily,
  lockLedgersOf,
  lockTransfer,
  moveTransfer,
  paidBy,
} from '../store-transfers.ts';
import { logTransfer, readPlan, type TransferRow } from '../transfer.ts';

/** Longer than any step takes. After that, another process takes over from one that crashed. */
const CLAIM = 30 * SECOND;
const BATCH_MAX = 50;
const AGAIN_FIRST = 30 * SECOND;
const AGAIN_LAST = 10 * MINUTE;
const REFUSED_AGAIN = 15 * SECOND;
/** A node may reject temporarily: its mempool is full, or a parent has not arrived. */
const REFUSALS_UNSHOWN = 1;
/** The third rejection comes after 45 seconds. */
const REFUSALS_WITHOUT_ALERT = 2;
/** Withdrawals of a batch that an alert names. */
const REPORTED_MAX = 10;

/** Returns the number of transfers that moved. */
export async function advanceDue(app: App, coinWallet: CoinWallet): Promise<number> {
  const until = new Date(app.clock.now() + CLAIM);
  const due = await claimDue(app, coinWallet.coin.code, { until, limit: BATCH_MAX });
  for (const transfer of due) {
    try {
      await advance(app, coinWallet, transfer);
    } catch (error) {
      // A failed transfer does not block the others: its claim expires, and it is tried again.
      const isAway = error instanceof ChainUnavailable || error instanceof SignerAway;
      app.log[isAway ? 'warn' : 'error']({ err: error, transfer_id: transfer.id }, 'not sent yet');
    }
  }
  return due.length;
}

async function advance(app: App, coinWallet: CoinWallet, transfer: TransferRow): Promise<void> {
  if (!isStillAllowed(app, transfer)) return;
  const signed = transfer.raw === null ? await sign(app, coinWallet, transfer) : bytesOf(transfer);
  if (signed === null || !(await isStored(app, transfer, signed.txid))) return;
  if (!isStillAllowed(app, transfer)) return;
  const answer = await coinWallet.network.broadcast(signed);
  await storeAnswer(app, { transfer, txid: signed.txid, answer });
}

/** A broken connection may have been reopened to an older database, in which paid withdrawals were planned again. */
function isStillAllowed(app: App, { coin }: TransferRow): boolean {
  return app.sendableCoins.has(coin);
}

/** Confirms that the current database has the bytes and that no quarantine has started since. */
async function isStored(app: App, { coin, id }: TransferRow, txid: string): Promise<boolean> {
  const rows = await app.db.query(
    `select 1 from transfers where coin = $1 and id = $2 and txid = $3
       and not exists (select 1 from quarantines q where q.coin = $1)`,
    [coin, id, txid],
  );
  return rows.length === 1;
}

function bytesOf({ raw, txid }: TransferRow): SignedTransfer | null {
  return raw === null || txid === null ? null : { raw, txid };
}

/** Null when another process stored the bytes, or the transfer was meanwhile abandoned or rejected. */
async function sign(
  app: App,
  coinWallet: CoinWallet,
  transfer: TransferRow,
): Promise<SignedTransfer | null> {
  const signed = await trySigning(app, coinWallet, transfer);
  if (signed === null) return null;
  const stored = await app.db.transaction(async (tx) => {
    const change = {
      from: ['reserved'],
      to: 'signed',
      dueAt: new Date(tx.now.getTime() + CLAIM),
      signed,
    } as const;
    if (!(await moveTransfer(tx, transfer, change))) return null;
    await logTransfer(tx, transfer, { step: 'signed', facts: { txid: signed.txid } });
    return { mark: await raiseHighWaterMarkWith(tx, app.highWaterMark) };
  });
  if (stored === null) return null;
  if (stored.mark !== null)
    app.highWaterMark.mark = Math.max(stored.mark, app.highWaterMark.mark ?? 0);
  return signed;
}

/** Null when the signer rejects it; the rejection is stored. */
async function trySigning(
  app: App,
  coinWallet: CoinWallet,
  transfer: TransferRow,
): Promise<SignedTransfer | null> {
  try {
    return await signPlan(app, coinWallet, { plan: readPlan(transfer.plan), pays: transfer });
  } catch (error) {
    if (!(error instanceof SignerRefused)) throw error;
    await storeSignerRefusal(app, { transfer, refusal: error.refusal });
    return null;
  }
}

interface Answered {
  readonly transfer: TransferRow;
  readonly txid: string;
  readonly answer: Broadcast;
}

async function storeAnswer(app: App, answered: Answered): Promise<void> {
  const { transfer, answer } = answered;
  await app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    const current = await lockTransfer(tx, transfer);
    // Confirmed, replaced or dead since it was claimed.
    if (current.status !== 'signed' && current.status !== 'broadcast') return;
    if (answer.kind === 'refused') await storeRefusal(tx, { ...answered, transfer: current });
    else await storeSent(tx, { ...answered, transfer: current });
  });
}

async function storeSent(tx: Tx, answered: Answered): Promise<void> {
  const { transfer, txid, answer } = answered;
  const doubled = AGAIN_FIRST * 2 ** Math.min(transfer.broadcasts, 10);
  const dueAt = new Date(tx.now.getTime() + Math.min(doubled, AGAIN_LAST));
  await moveTransfer(tx, transfer, { from: ['signed', 'broadcast'], to: 'broadcast', dueAt });
  await tx.query(
    `update transfers set broadcasts = broadcasts + 1, refusal = null, refusal_kind = null, refusals = 0
     where coin = $1 and id = $2`,
    [transfer.coin, transfer.id],
  );
  await endRefusals(tx, transfer.replaces === null ? [transfer] : await lockFamily(tx, transfer));
  await wakeBehind(tx, transfer);
  await logTransfer(tx, transfer, {
    step: 'broadcast',
    facts: { answer: answer.kind, number: transfer.broadcasts + 1 },
  });
  await moveAll(tx, {
    ...answered,
    move: { from: ['planned', 'failed', 'sent'], to: 'sent', txid, wait: null },
  });
}

/** Wakes transfers that were rejected because their number was too high until this one was accepted. */
async function wakeBehind(tx: Tx, { coin, plan }: TransferRow): Promise<void> {
  if (!('sender' in plan.origin)) return;
  await tx.query(
    `update transfers set due_at = $4
     where coin = any($1::text[]) and sender = $2 and number > $3 and status in ('signed', 'broadcast')
       and refusal is not null and due_at > $4 and due_at < 'infinity'`,
    [networkCoinsOf(tx.instance, coin), plan.origin.sender, plan.origin.number, tx.now],
  );
}

async function storeRefusal(tx: Tx, answered: Answered): Promise<void> {
  const { transfer, txid, answer } = answered;
  if (answer.kind !== 'refused') return;
  const { reason, waits, isForGood = false, refusalKind = null } = answer;
  const wait = Math.min(REFUSED_AGAIN * 2 ** Math.min(transfer.refusals, 10), AGAIN_LAST);
  await tx.query(
    `update transfers set refusal = $3, refusal_kind = $4, refusals = refusals + 1, due_at = $5
     where coin = $1 and id = $2`,
    [transfer.coin, transfer.id, reason, refusalKind, new Date(tx.now.getTime() + wait)],
  );
  await logTransfer(tx, transfer, {
    step: 'refused',
    facts: { reason, number: transfer.refusals + 1, ...(isForGood && { [FOR_GOOD]: true }) },
  });
  if (await restoreReplaced(tx, transfer)) return;
  // When a transfer waits for another one, the alert names the other one.
  if (waits === true && (await hasPredecessor(tx, transfer))) return;
  if (waits === true) {
    if (transfer.refusals >= REFUSALS_WITHOUT_ALERT) await reportRefusal(tx, { transfer, reason });
    return;
  }
  if (transfer.refusals < REFUSALS_UNSHOWN && !isForGood) return;
  if (transfer.refusals >= REFUSALS_WITHOUT_ALERT || isForGood)
    await reportRefusal(tx, { transfer, reason });
  await moveAll(tx, {
    ...answered,
    move: {
      from: ['planned', 'sent'],
      to: 'failed',
      txid,
      wait: { reason: 'rejected_by_network', detail: { message: reason } },
    },
  });
}

/** True when a transfer with a lower number of its sender, of any coin of the network, is not in a block yet. */
async function hasPredecessor(tx: Tx, { coin, plan }: TransferRow): Promise<boolean> {
  if (!('sender' in plan.origin)) return false;
  const rows = await tx.query(
    `select 1 from transfers
     where coin = any($1::text[]) and sender = $2 and number < $3
       and status in ('reserved', 'signed', 'broadcast') limit 1`,
    [networkCoinsOf(tx.instance, coin), plan.origin.sender, plan.origin.number],
  );
  return rows.length > 0;
}

async function reportRefusal(
  tx: Tx,
  { transfer, reason }: { transfer: TransferRow; reason: string },
): Promise<void> {
  const { coin, id, txid, purpose } = transfer;
  const withdrawals = await paidBy(tx, transfer);
  const ids = withdrawals.slice(0, REPORTED_MAX).map((withdrawal) => withdrawal.id);
  /** Of the first withdrawal: a batch can pay those of several projects. */
  const of = withdrawals[0]?.project_id ?? null;
  const facts = { coin, txid, purpose, reason, project_id: of, withdrawal_ids: ids };
  await raiseAlert(tx, { kind: 'transfer_rejected', subject: id, facts });
}

interface Move {
  readonly from: readonly PayoutStatus[];
  readonly to: 'sent' | 'failed';
  readonly txid: string;
  readonly wait: Wait | null;
}

async function moveAll(tx: Tx, { transfer, move }: Answered & { move: Move }): Promise<void> {
  const payouts = (await paidBy(tx, transfer)).map(named);
  await movePayouts(tx, { ...move, payouts, transferId: transfer.id });
}
