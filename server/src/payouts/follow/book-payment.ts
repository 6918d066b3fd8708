// How money that was sent leaves the books: what was received leaves `withdrawals` for the chain, what the
// merchant paid for the network becomes ours, and of that the chain takes its fee: of a token in the coin of its
// network, of which the house then bears what it was paid for in the token. Once per withdrawal, by the unique
// constraint on (reference, purpose).
import { assetCode } from '../../coins/coin.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import type { Tx } from '../../db/tx.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { bearersOf, type PaidWithdrawal } from '../send/store.ts';
import type { TransferRow } from '../send/transfer.ts';

/** The caller holds the project's ledger lock. `fee` is its share of what the chain took, in units of `feeCoin`. */
export async function bookPayment(
  tx: Tx,
  {
    coin,
    feeCoin,
    withdrawal,
    fee,
  }: { coin: string; feeCoin: string; withdrawal: PaidWithdrawal; fee: bigint },
): Promise<void> {
  const reference = {
    referenceType: 'CoinWithdrawal',
    referenceId: withdrawal.id,
    currency: assetCode(coin),
  };
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'sent',
      from: 'withdrawals',
      to: 'chain',
      amount: withdrawal.received_amount,
    },
    {
      ...reference,
      purpose: 'network_fee',
      from: 'withdrawals',
      to: 'network_fees',
      amount: withdrawal.network_fee,
    },
    {
      ...reference,
      purpose: 'chain_fee',
      currency: assetCode(feeCoin),
      from: 'network_fees',
      to: 'chain',
      amount: fee,
    },
  ];
  await post(tx, withdrawal.project_id, {
    postings: postings.filter((posting) => posting.amount > 0n),
    now: tx.now,
  });
}

/**
 * What a transfer costs that pays nobody: a sweep, gas brought to an address, small outputs merged, a bump, or one that
 * failed on the chain. Equal shares for those who bear it; the operator's own coins are in nobody's books. Once,
 * whatever reorganisations do.
 */
export async function bookFee(
  tx: Tx,
  { transfer, fee }: { transfer: TransferRow; fee: bigint },
): Promise<void> {
  const bearers = await bearersOf(tx, transfer);
  if (await isBooked(tx, transfer)) return;
  const shares = shareFee(fee, bearers.length).map((share, n) => ({
    projectId: bearers[n] ?? null,
    share,
  }));
  let booked = 0n;
  for (const [projectId, ofProject] of groupBy(shares, (one) => one.projectId)) {
    const amount = sumOf(ofProject, (one) => one.share);
    if (projectId === null || amount === 0n) continue;
    const posting: Posting = {
      referenceType: 'Transfer',
      referenceId: transfer.id,
      purpose: 'chain_fee',
      from: 'network_fees',
      to: 'chain',
      currency: assetCode(transfer.fee_coin),
      amount,
    };
    await post(tx, projectId, { postings: [posting], now: tx.now });
    booked += amount;
  }
  if (booked > 0n) await noteBooked(tx, transfer, booked);
}

/** Confirmed once before a reorganisation took it back. */
async function isBooked(tx: Tx, { coin, id }: TransferRow): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from transfers where coin = $1 and id = $2 and booked_fee is not null',
    [coin, id],
  );
  return rows.length > 0;
}

/** How much of a transfer's fee is in the books, for the audit. */
export async function noteBooked(tx: Tx, { coin, id }: TransferRow, fee: bigint): Promise<void> {
  await tx.query('update transfers set booked_fee = $3 where coin = $1 and id = $2', [
    coin,
    id,
    fee.toString(),
  ]);
}

/** Equal shares in the smallest unit: rounded down, and the units left over go to the first ones, one each. */
export function shareFee(fee: bigint, bearers: number): bigint[] {
  if (bearers === 0) return [];
  const share = fee / BigInt(bearers);
  const left = Number(fee % BigInt(bearers));
  return Array.from({ length: bearers }, (_, n) => (n < left ? share + 1n : share));
}
