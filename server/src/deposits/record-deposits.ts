// Stores what was seen on a chain as deposits and tells their owners. The identity of a deposit is
// (coin, txid, output index, address), so a second look changes its place; and, until it is booked, its amount to
// what the block says, where that is not for the transaction alone to say (ETH out of contracts, tokens).
import { watchHere } from '../addresses/watch-here.ts';
import type { BlockRef } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import type { Tx } from '../db/tx.ts';
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
import { flagChanged } from './flag-changed.ts';
import { flagTokens } from './flag-tokens.ts';
import type { MatchedPayment } from './match.ts';
import { countTogether, minimumsOf } from './minimum.ts';
import { upsertDeposits } from './upsert.ts';

/** Woken when a deposit of its coin is confirmed that was not assessed yet. */
export function assessName(coin: string): string {
  return `assess-${coin.toLowerCase()}`;
}

interface MatchedPayments {
  readonly coin: Coin;
  readonly matched: readonly MatchedPayment[];
  /** What blocks have in the place of something announced. */
  readonly clashes?: readonly Clash[];
  /** The newest block read, when depth tells which payments count; null when these are of no block, or it does not. */
  readonly deepUnder: BlockRef | null;
}

/** A payment that is read in a block deep enough is confirmed at once: its row is not written twice. */
export async function storeDeposits(tx: Tx, matchedPayments: MatchedPayments): Promise<void> {
  const { matched } = matchedPayments;
  const coin = matchedPayments.coin.code;
  const clashes = [
    ...(matchedPayments.clashes ?? []),
    ...(await clashesAnnounced(tx, coin, matched)),
  ];
  if (matched.length === 0 && clashes.length === 0) return;
  await lockLedgers(tx, [
    ...matched.map((item) => item.projectId),
    ...(await projectsInClashes(tx, coin, clashes)),
  ]);
  await storeUses(tx, coin, matched);
  const elsewhere = matched.filter(({ isElsewhere }) => isElsewhere);
  if (elsewhere.length > 0)
    await watchHere(
      tx,
      matchedPayments.coin,
      elsewhere.map(({ payment }) => payment.address),
    );
  // Before they are listed: an address with a payment that is nobody's is never handed out.
  await tx.till.reactions.paymentsRead(tx, matchedPayments);
  const minimums = await minimumsOf(tx, tx.till, { coin: matchedPayments.coin, matched });
  const depths = await depthsOf(tx, matchedPayments);
  const seen = await upsertDeposits(tx, { ...matchedPayments, minimums, depths });
  await flagChanged(tx, { coin: matchedPayments.coin, matched, changed: seen });
  await flagTokens(tx, { coin: matchedPayments.coin, matched, seen });
  const lost = await settleClashes(tx, coin, clashes);
  const counted = await countTogether(tx, {
    ...{ coin: matchedPayments.coin, minimums },
    owners: [...new Set(seen.flatMap((deposit) => deposit.owner_id ?? []))],
  });
  const later = new Map([...lost, ...counted].map((deposit) => [deposit.id, deposit]));
  const changed = [...seen.filter(({ id }) => !later.has(id)), ...later.values()];
  const waiting = changed.filter(isAwaitingAssessment);
  // Who waits for the assessment is told its outcome, or that there is none yet.
  const told = changed.filter((deposit) => !isAwaitingAssessment(deposit));
  const gone = new Set(lost.map(({ id }) => id));
  const ofChannels = changed.filter(
    (deposit) => deposit.owner_type === 'channel' && !gone.has(deposit.id) && !deposit.is_small,
  );
  await tx.till.reactions.depositsSeen(tx, ofChannels);
  // What has just become a payment, or is one already and not settled, changes nothing of it.
  const moved = told.filter(
    (deposit) => deposit.owner_type !== 'channel' || isSettled(deposit) || gone.has(deposit.id),
  );
  await tx.till.reactions.depositsMoved(tx, moved.filter(isLarge));
  if (waiting.length > 0) await notifyWorker(tx, assessName(matchedPayments.coin.code));
}

function isAwaitingAssessment(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && !isSettled(deposit);
}

/** Those that are more than the least that counts are other than they were. */
export async function tellOwners(tx: Tx, deposits: readonly DepositRow[]): Promise<void> {
  const large = deposits.filter(isLarge);
  await tx.till.reactions.depositsSeen(tx, large);
  await tx.till.reactions.depositsMoved(tx, large);
}

function isLarge({ is_small: isSmall }: DepositRow): boolean {
  return !isSmall;
}
