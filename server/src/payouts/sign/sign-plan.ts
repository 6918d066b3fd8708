// Requests the signer's bytes for a plan, with the sealed requests of the withdrawals that it pays.
import type { App } from '../../app.ts';
import type { SignedTransfer, TransferPlan } from '../../chains/transfers.ts';
import type { SignerRefusal } from '../../contract/signer-refusals.ts';
import { MINUTE, SECOND } from '../../core/clock.ts';
import type { Tx } from '../../db/tx.ts';
import type { SealedIntent } from '../../keys/intent.ts';
import { SignerAway } from '../../keys/signer.ts';
import { openAlert, raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import type { WaitReason } from '../../withdrawals/reasons.ts';
import { type CoinWallet, tokensOf } from '../coin-wallet.ts';
import { awaitTransfer, BY_DUE_TIME, duePayouts } from '../payout.ts';
import { DUE_LIMIT, dueMax } from '../plan/share-size.ts';
import { stopUnsigned } from '../stop-unsigned.ts';
import { lockLedgersOf, paidBy } from '../store-transfers.ts';
import type { TransferRow } from '../transfer.ts';
import { endWait, isWaitedFor, noteWait, noteWaits } from '../waiting-payouts.ts';

// Handles a signer's rejection. The withdrawals wait with the reason and an open alert until they are signed. The
// request is repeated, because a daily limit resets the next day.

const AGAIN_AFTER = 5 * MINUTE;

const againAt = (tx: Tx): Date => new Date(tx.now.getTime() + AGAIN_AFTER);

/** The withdrawals that it pays wait for another plan. */
export async function storeSignerRefusal(
  app: App,
  { transfer, refusal }: { transfer: TransferRow; refusal: SignerRefusal },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await lockLedgersOf(tx, transfer);
    // A transfer that fills a gap would be replanned directly, so it keeps the number.
    const isStopped =
      transfer.purpose !== 'void' &&
      (await stopUnsigned(tx, { transfer, reason: 'rejected_by_signer' }));
    if (isStopped) await putBack(tx, { transfer, refusal });
    else
      await tx.query(
        `update transfers set due_at = $3
         where coin = $1 and id = $2 and status = 'reserved'`,
        [transfer.coin, transfer.id, againAt(tx)],
      );
    const subject = transfer.coin;
    const facts = { transfer_id: transfer.id, refusal };
    await raiseAlert(tx, { kind: 'rejected_by_signer', subject, facts });
  });
}

async function putBack(
  tx: Tx,
  { transfer, refusal }: { transfer: TransferRow; refusal: SignerRefusal },
): Promise<void> {
  const wait = { reason: 'rejected_by_signer', detail: refusal } as const;
  const withdrawals = await paidBy(tx, transfer);
  await awaitTransfer(tx, { withdrawals, wait, dueAt: againAt(tx), from: ['planned'] });
}

// Checks withdrawals with the signer before planning, so that a rejected one reserves nothing.

const RETRY = 30 * SECOND;
/** After these wait reasons, the request to the signer is repeated. */
const REQUESTED_AGAIN: ReadonlySet<WaitReason | null> = new Set([
  'signer_unavailable',
  'rejected_by_signer',
]);

/** The fields that the signer sees, from the table `coin_withdrawals w`. */
const INTENT_COLUMNS = `w.project_id "projectId", w.id, w.received_currency "coin", w.address, w.tag,
  w.received_amount "amount", w.network_fee "networkFee", w.seal`;

/** Reschedules the due withdrawals that the signer rejects. Returns false when no signer is available. */
export async function requestSignature(app: App, coinWallet: CoinWallet): Promise<boolean> {
  const coin = coinWallet.coin.code;
  const due = await app.db.query<SealedIntent & { wait_reason: WaitReason | null }>(
    `select ${INTENT_COLUMNS}, p.wait_reason from ${duePayouts(DUE_LIMIT)} order by ${BY_DUE_TIME}`,
    [coin, new Date(app.clock.now()), dueMax(coinWallet)],
  );
  if (due.length === 0) return true;
  const intents = due.map(({ wait_reason: _reason, ...intent }) => intent);
  const refusals = await tryExamine(app, coinWallet, intents);
  if (refusals === null) return false;
  for (const [n, intent] of due.entries()) {
    const refusal = refusals[n] ?? null;
    if (refusal !== null) await reschedule(app, intent, refusal);
    else if (REQUESTED_AGAIN.has(intent.wait_reason)) await endWait(app.db, intent);
  }
  if (!(await isWaitedFor(app.db, { coin, reason: 'rejected_by_signer' })))
    await resolveOpen(app, { kind: 'rejected_by_signer', subjects: [coin] });
  return true;
}

/** Null when no signer is reachable: all of them wait and show that. */
async function tryExamine(
  app: App,
  coinWallet: CoinWallet,
  due: readonly SealedIntent[],
): Promise<readonly (SignerRefusal | null)[] | null> {
  const subject = coinWallet.coin.code;
  try {
    const refusals = await coinWallet.signer.examine(due);
    await resolveOpen(app, { kind: 'signer_unavailable', subjects: [subject] });
    return refusals;
  } catch (error) {
    if (!(error instanceof SignerAway)) throw error;
    const wait = { reason: 'signer_unavailable', detail: null } as const;
    const dueAt = new Date(app.clock.now() + RETRY);
    await noteWaits(app.db, { withdrawals: due, wait, dueAt });
    const facts = { cause: error.code, about: error.about };
    await openAlert(app, { kind: 'signer_unavailable', subject, facts });
    return null;
  }
}

async function reschedule(app: App, intent: SealedIntent, refusal: SignerRefusal): Promise<void> {
  await app.db.transaction(async (tx) => {
    const wait = { reason: 'rejected_by_signer', detail: refusal } as const;
    await noteWait(tx, { projectId: intent.projectId, id: intent.id, wait, dueAt: againAt(tx) });
    const facts = { withdrawal_id: intent.id, refusal };
    await raiseAlert(tx, { kind: 'rejected_by_signer', subject: intent.coin, facts });
  });
}

/** `pays`: the transfer whose payments the plan makes, which it may replace. Throws SignerRefused. */
export async function signPlan(
  app: App,
  coinWallet: CoinWallet,
  { plan, pays }: { plan: TransferPlan; pays: Pick<TransferRow, 'coin' | 'id'> },
): Promise<SignedTransfer> {
  const intents = await intentsOf(app, pays);
  return coinWallet.signer.sign({ plan, intents, indexes: await indexesIn(app, plan) });
}

function intentsOf(app: App, pays: Pick<TransferRow, 'coin' | 'id'>): Promise<SealedIntent[]> {
  return app.db.query<SealedIntent>(
    `select ${INTENT_COLUMNS} from transfer_payments p
     join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id
     where p.coin = $1 and p.transfer_id = $2 order by p.output_index`,
    [pays.coin, pays.id],
  );
}

/** A recipient may be our address of a token on the same network, which is supplied with fees. */
async function indexesIn(app: App, plan: TransferPlan): Promise<ReadonlyMap<string, number>> {
  const { origin, outputs } = plan;
  const spent = 'sender' in origin ? [origin.sender] : origin.inputs.map((input) => input.address);
  const rows = await app.db.query<{ address: string; address_index: number }>(
    `select distinct on (address) address, address_index from addresses
     where coin = any($1::text[]) and address = any($2::text[]) order by address, address_index`,
    [
      [plan.coin, ...tokensOf(app, plan.coin)],
      [...spent, ...outputs.map((output) => output.address)],
    ],
  );
  return new Map(rows.map((row) => [row.address, row.address_index]));
}
