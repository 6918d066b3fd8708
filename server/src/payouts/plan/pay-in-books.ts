// Payments from one merchant of the till to another where all of them share one account (XRP). The network refuses what
// an account pays to itself (temREDUNDANT), so they are paid within the books: the withdrawal is completed and the
// deposit stored in one transaction. That the status moves once, and that the payment has one posting of its purpose,
// keep it to once; nothing is on a chain that could be seen twice.
import type { App, Till } from '../../app.ts';
import { assert } from '../../core/assert.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { internalTxid, matchInBooks, receiveInBooks } from '../../deposits/receive-in-books.ts';
import { depositsById } from '../../deposits/store.ts';
import { sealRefusal } from '../../keys/intent.ts';
import { stoppedProjects } from '../../ledger/payout-stops.ts';
import { lockLedgers } from '../../ledger/post.ts';
import { riskOf } from '../../risk/assess.ts';
import { riskToJson, type StoredRisk } from '../../risk/present-risk.ts';
import { findWithdrawal, lockWithdrawal } from '../../withdrawals/store.ts';
import { intentOf, type WithdrawalRow } from '../../withdrawals/withdrawal.ts';
import { bookPayment } from '../follow/book-payment.ts';
import { movePayout } from '../move-payout.ts';
import { findQuarantine } from '../recover/quarantine.ts';
import type { Treasury } from '../send/treasury.ts';
import { duePayouts, IN_TURN } from '../store-payouts.ts';
import { awaitFinal } from './await-final.ts';
import type { Waiting } from './batches.ts';
import { keepWaiting } from './waiting.ts';

/** As many as are planned in one run (reserve.ts), among those that wait longest. */
const BATCH_MAX = 50;
const WINDOW_MAX = 1000;

/** Without a tag it would be a payment of the wallet to itself, which nobody can ask for (addresses/refuse-own.ts). */
export function isPaidInBooks(
  { address, tag }: Pick<WithdrawalRow, 'address' | 'tag'>,
  account: string,
): boolean {
  return address === account && tag !== null && tag > 0;
}

/** How many were paid. One that cannot be holds up no other. */
export async function payInBooks(app: App, treasury: Treasury): Promise<number> {
  const { coin } = treasury;
  if (coin.destinationTag === null) return 0;
  const asked = await dueInBooks(app, treasury);
  // The payee may take it out at once.
  const fresh = await awaitFinal(app, coin.code, asked);
  let paid = 0;
  for (const due of asked) {
    if (fresh.has(due.id)) continue;
    try {
      paid += await app.db.transaction((tx) => pay(tx, { treasury, due }));
    } catch (error) {
      app.log.error({ err: error, withdrawal_id: due.id }, 'a withdrawal is not paid');
      await app.db.transaction((tx) => putOff(tx, { treasury, due }));
    }
  }
  return paid;
}

function dueInBooks(app: App, { coin }: Treasury): Promise<Waiting[]> {
  return app.db.query<Waiting>(
    `select w.project_id, w.id, w.network_fee_level, w.committed_at from ${duePayouts(`${WINDOW_MAX}`)}
     where w.status = 'pending' and w.tag > 0
       and w.address in (select address from wallet_senders where coin = $1 and is_hot)
     order by ${IN_TURN} limit ${BATCH_MAX}`,
    [coin.code, new Date(app.clock.now())],
  );
}

interface Paying {
  readonly treasury: Treasury;
  readonly due: Waiting;
}

/** Zero when somebody else was faster with it, or it is no longer to be paid, or stopped just now. */
async function pay(tx: Tx, { treasury, due }: Paying): Promise<number> {
  const { coin } = treasury;
  const { project_id: projectId, id } = due;
  const asked = await findWithdrawal(tx, projectId, id);
  if (asked === null) return 0;
  const payment = { coin, withdrawalId: id, to: asked, amount: asked.received_amount };
  const matched = await matchInBooks(tx, payment);
  await lockLedgers(tx, [projectId, matched.projectId]);
  const row = await lockWithdrawal(tx, projectId, id);
  if (row?.status !== 'pending' || (await isHalted(tx, { coin: coin.code, projectId }))) return 0;
  assertAsAsked(tx.till, row);
  assert(matched.ownerType !== 'treasury', 'a wallet is paid by nobody within the books');
  const txid = internalTxid(id);
  const move = {
    projectId,
    id,
    step: 'paid_in_books',
    transferId: null,
    txid,
    wait: null,
  } as const;
  const moved = await movePayout(tx, { ...move, from: ['waiting'], to: 'confirmed' });
  assert(moved.withdrawal, 'it is locked');
  // The network takes nothing.
  await bookPayment(tx, { coin: coin.code, withdrawal: row });
  await receiveInBooks(tx, { coin, matched, risk: await riskOfMoney(tx, row) });
  return 1;
}

async function isHalted(
  tx: Tx,
  { coin, projectId }: { coin: string; projectId: string },
): Promise<boolean> {
  if ((await findQuarantine(tx, coin)) !== null) return true;
  return (await stoppedProjects(tx)).has(projectId);
}

/** No signer looks at it: what an altered row says is paid neither way. */
function assertAsAsked(till: Till, row: WithdrawalRow): void {
  const refusal = sealRefusal(till.intentKey, { ...intentOf(row), seal: row.seal });
  if (refusal !== null) throw new Error(refusal);
}

/** What a merchant has was credited after it was assessed. What is sent back uncredited keeps what was said of it. */
async function riskOfMoney(
  sql: Sql,
  { deposit_id: depositId }: WithdrawalRow,
): Promise<StoredRisk> {
  const deposits = depositId === null ? [] : await depositsById(sql, [depositId]);
  return deposits[0]?.risk ?? riskToJson(riskOf([]));
}

async function putOff(
  tx: Tx,
  { treasury, due }: { treasury: Treasury; due: Waiting },
): Promise<void> {
  await lockLedgers(tx, [due.project_id]);
  const withdrawal = await lockWithdrawal(tx, due.project_id, due.id);
  if (withdrawal?.status !== 'pending') return;
  const reason = 'cannot_be_planned';
  await keepWaiting(tx, { coin: treasury.coin.code, withdrawal, reason });
}
