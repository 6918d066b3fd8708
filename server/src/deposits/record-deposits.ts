// Stores what was seen on a chain as deposits and notifies their owners. (coin, txid, output index, address) identifies
// a deposit, so a second sighting updates its block. Until the deposit is posted, it also updates the amount, where the
// transaction does not determine it (ETH from contracts, tokens).
import { watchHere } from '../addresses/skip-ahead.ts';
import type { BlockRef, IncomingPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import { lockLedgers } from '../ledger/post.ts';
import { notifyWorker } from '../workers/worker.ts';
import {
  type Clash,
  clashesAnnounced,
  projectsInClashes,
  settleClashes,
  storeUses,
} from './clashes.ts';
import { type DepositRow, isSettled } from './deposit.ts';
import { depthsOf } from './depth.ts';
import type { MatchedPayment } from './match.ts';
import { countTogether, minimumsOf } from './minimum.ts';
import { upsertDeposits } from './upsert.ts';

const TOKEN_ALERT = 'token_received';
/** Anyone can send worthless tokens. Beyond this limit, they appear only in `chaintill wallet tokens`. */
const TOKEN_ALERTS_MAX = 20;

interface ChangedDeposits {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** In their new state. */
  readonly changed: readonly DepositRow[];
}

/** Woken when a deposit of its coin is confirmed and not yet assessed. */
export function assessName(coin: string): string {
  return `assess-${coin.toLowerCase()}`;
}

interface MatchedPayments {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** Transactions in blocks that replace an announced one. */
  readonly clashes?: readonly Clash[];
  /** As in `Depth`. */
  readonly deepUnder: BlockRef | null;
}

/** A payment first seen in a block of sufficient depth is confirmed right away, so its row is written only once. */
export async function storeDeposits(tx: Tx, read: MatchedPayments): Promise<void> {
  const coin = read.coin.code;
  const clashes = [...(read.clashes ?? []), ...(await clashesAnnounced(tx, coin, read.matched))];
  if (read.matched.length === 0 && clashes.length === 0) return;
  await lockLedgers(tx, [
    ...read.matched.map((item) => item.projectId),
    ...(await projectsInClashes(tx, coin, clashes)),
  ]);
  const { matched } = read;
  await storeUses(tx, coin, matched);
  const elsewhere = matched.filter(({ isElsewhere }) => isElsewhere);
  if (elsewhere.length > 0)
    await watchHere(
      tx,
      read.coin,
      elsewhere.map(({ payment }) => payment.address),
    );
  // Before addresses are listed: an address with an unmatched payment is never issued.
  await tx.instance.reactions.paymentsRead(tx, read);
  const minimums = await minimumsOf(tx, tx.instance, { coin: read.coin, matched });
  const depths = await depthsOf(tx, read);
  const seen = await upsertDeposits(tx, { ...read, minimums, depths });
  await flagChanged(tx, { coin: read.coin, matched, changed: seen });
  await flagTokens(tx, { coin: read.coin, matched, changed: seen });
  const lost = await settleClashes(tx, coin, clashes);
  const counted = await countTogether(tx, {
    coin: read.coin,
    minimums,
    owners: [...new Set(seen.flatMap((deposit) => deposit.owner_id ?? []))],
  });
  const later = new Map([...lost, ...counted].map((deposit) => [deposit.id, deposit]));
  const changed = [...seen.filter(({ id }) => !later.has(id)), ...later.values()];
  tx.instance.traces?.about(changed.flatMap(shownWith));
  const waiting = changed.filter(isAwaitingAssessment);
  // Deposits that await assessment are reported with its result, or once it is rescheduled.
  const reported = changed.filter((deposit) => !isAwaitingAssessment(deposit));
  const gone = new Set(lost.map(({ id }) => id));
  const ofChannels = changed.filter(
    (deposit) => deposit.owner_type === 'channel' && !gone.has(deposit.id) && !deposit.is_small,
  );
  await tx.instance.reactions.depositsSeen(tx, ofChannels);
  // A deposit that just became a payment, or that already is an unsettled payment, changes no payment.
  const moved = reported.filter(
    (deposit) => deposit.owner_type !== 'channel' || isSettled(deposit) || gone.has(deposit.id),
  );
  await tx.instance.reactions.depositsMoved(tx, moved.filter(isLarge));
  if (waiting.length > 0) await notifyWorker(tx, assessName(read.coin.code));
}

function isAwaitingAssessment(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && !isSettled(deposit);
}

/** Includes small deposits that now count. */
export async function notifyOwners(tx: Tx, deposits: readonly DepositRow[]): Promise<void> {
  tx.instance.traces?.about(deposits.flatMap(shownWith));
  const large = deposits.filter(isLarge);
  await tx.instance.reactions.depositsSeen(tx, large);
  await tx.instance.reactions.depositsMoved(tx, large);
}

/** The object under which the merchant sees it. A channel payment is reported where it is found. */
function shownWith({ id, owner_type, owner_id }: DepositRow): string[] {
  if (owner_type === 'channel') return [];
  return [owner_type === 'invoice' && owner_id !== null ? owner_id : id];
}

function isLarge({ is_small: isSmall }: DepositRow): boolean {
  return !isSmall;
}

async function flagChanged(tx: Tx, { coin, matched, changed }: ChangedDeposits): Promise<void> {
  const booked = changed.filter((deposit) => deposit.booked_at !== null);
  for (const deposit of booked) {
    const seen = matched.find(({ payment }) => isOf(deposit, payment));
    if (seen === undefined || seen.payment.block === null) continue;
    if (seen.payment.amount === deposit.amount) continue;
    await raiseAlert(tx, {
      kind: 'deposit_amount_changed',
      subject: deposit.id,
      facts: {
        deposit_id: deposit.id,
        booked: formatAmount(deposit.amount, coin),
        now: formatAmount(seen.payment.amount, coin),
      },
    });
  }
}

function isOf(deposit: DepositRow, { txid, index, address }: IncomingPayment): boolean {
  return txid === deposit.txid && index === deposit.output_index && address === deposit.address;
}

/** Reports tokens attached to coins (BCH) once. The coins are credited, but the output stays out of the wallet. */
async function flagTokens(tx: Tx, { coin, matched, changed }: ChangedDeposits): Promise<void> {
  const carrying = matched.filter(({ payment }) => payment.token && payment.block !== null);
  if (carrying.length === 0) return;
  const rows = new Map(changed.map((deposit) => [nameOf(deposit), deposit]));
  const openCount = await tx.query<{ n: number }>(
    'select count(*)::int as n from alerts where kind = $1 and resolved_at is null',
    [TOKEN_ALERT],
  );
  const left = Math.max(0, TOKEN_ALERTS_MAX - (openCount[0]?.n ?? 0));
  const reported = carrying.flatMap(({ payment: { token, txid, index } }) => {
    const deposit = rows.get(nameOf({ txid, output_index: index }));
    return deposit === undefined ? [] : [{ token, deposit }];
  });
  for (const { token, deposit } of reported.slice(0, left)) {
    const { txid, id, project_id, owner_type, owner_id } = deposit;
    await raiseAlert(tx, {
      kind: TOKEN_ALERT,
      subject: `${coin.code} ${nameOf(deposit)}`,
      facts: {
        txid,
        deposit_id: id,
        project_id,
        owner_type,
        owner_id,
        ...token,
        [coin.code]: formatAmount(deposit.amount, coin),
      },
    });
  }
}

function nameOf({ txid, output_index }: Pick<DepositRow, 'txid' | 'output_index'>): string {
  return `${txid}:${output_index}`;
}
