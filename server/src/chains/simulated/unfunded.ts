// Transfers that their sender cannot fund when a block is mined, because the money left the chain in a reorganization
// or earlier transfers spent it. No simulated balance is ever negative.
//
// Ethereum: the block omits the transaction and all later nonces, and nodes drop transactions that the balance does not
// cover (geth, `demoteUnexecutables` in core/txpool/legacypool). A token transfer reverts if its fee is covered. XRP:
// the ledger charges the fee and pays nothing (`tecUNFUNDED_PAYMENT`), or omits the transfer (`terINSUF_FEE_B`).
import { definedCoin } from '../../coins/registry.ts';
import { groupBy } from '../../core/group.ts';
import type { SqlTx } from '../../db/database.ts';
import { rulesOf } from './simulation.ts';
import { confirmedAccounts } from './wallet-view.ts';

/** XRP (xrpl.org, "tec Codes"). */
export const UNFUNDED_PAYMENT = 'tecUNFUNDED_PAYMENT';
/** The message of most token contracts. */
const UNFUNDED_TOKEN = 'execution reverted: ERC20: transfer amount exceeds balance';
const UNFUNDED = [UNFUNDED_PAYMENT, UNFUNDED_TOKEN];

export interface WaitingTransfer {
  readonly txid: string;
  readonly origin: string;
  /** In the coin itself. */
  readonly amount: bigint;
  readonly fee: bigint;
}

/** A sender's remaining funds. */
interface Funds {
  readonly own: bigint;
  readonly forFees: bigint;
}

/** In nonce or sequence order per sender. Marks those that fail; returns the txids that the block omits. */
export async function judgeFunds(
  tx: SqlTx,
  coin: string,
  inOrder: readonly WaitingTransfer[],
): Promise<string[]> {
  const funds = await fundsOf(tx, coin, inOrder);
  const leftOut: string[] = [];
  const failed: string[] = [];
  for (const [origin, transfers] of groupBy(inOrder, (transfer) => transfer.origin)) {
    let left = funds.get(origin) ?? { own: 0n, forFees: 0n };
    for (const [n, transfer] of transfers.entries()) {
      if (!canBeIncluded(coin, left, transfer)) {
        leftOut.push(...transfers.slice(n).map(({ txid }) => txid));
        break;
      }
      const hasFailed = isUnfunded(coin, left, transfer);
      if (hasFailed) failed.push(transfer.txid);
      left = lessCost(
        coin,
        left,
        hasFailed ? { ...transfer, amount: feeIn(coin, transfer) } : transfer,
      );
    }
  }
  await fail(tx, coin, failed);
  return leftOut;
}

/** Drops transfers that the sender's confirmed balance does not cover, regardless of earlier ones. */
export async function dropUnpayable(tx: SqlTx, coin: string): Promise<void> {
  if (rulesOf(coin).model !== 'sequence') return;
  const waiting = await tx.query<WaitingTransfer>(
    `select s.txid, s.origin, s.amount, t.fee
     from simulation.transactions t join simulation.spends s using (coin, txid)
     where t.coin = $1 and t.mempool_number is not null and t.raw is not null`,
    [coin],
  );
  if (waiting.length === 0) return;
  const funds = await fundsOf(tx, coin, waiting);
  const dropped = waiting.filter((transfer) => {
    const own = funds.get(transfer.origin);
    return own === undefined || !canBeIncluded(coin, own, transfer);
  });
  await tx.query(
    'update simulation.transactions set mempool_number = null where coin = $1 and txid = any($2::text[])',
    [coin, dropped.map(({ txid }) => txid)],
  );
}

/** The next block decides about the transfers again. */
export async function dropUnfunded(
  tx: SqlTx,
  coin: string,
  txids: readonly string[],
): Promise<void> {
  const again = await tx.query<{ txid: string }>(
    `update simulation.transactions set has_failed = false, failure = null
     where coin = $1 and txid = any($2::text[]) and failure = any($3::text[]) returning txid`,
    [coin, txids, UNFUNDED],
  );
  await changeSpent(tx, coin, { txids: again.map(({ txid }) => txid), sign: 1 });
}

async function fundsOf(
  tx: SqlTx,
  coin: string,
  transfers: readonly WaitingTransfer[],
): Promise<Map<string, Funds>> {
  const addresses = [...new Set(transfers.map(({ origin }) => origin))];
  const { feeCoin } = definedCoin(coin);
  const own = await confirmedAccounts(tx, coin, addresses);
  const forFees = feeCoin === coin ? own : await confirmedAccounts(tx, feeCoin, addresses);
  return new Map(
    own.map(({ address, balance }, n) => [
      address,
      { own: balance, forFees: forFees[n]?.balance ?? 0n },
    ]),
  );
}

const isEther = (coin: string) => {
  const { isToken, isReplaceable } = rulesOf(coin);
  return isReplaceable && isToken !== true;
};

function canBeIncluded(coin: string, left: Funds, { amount, fee }: WaitingTransfer): boolean {
  return isEther(coin) ? left.own >= amount : left.forFees >= fee;
}

/** Such a transfer can be in the block but pays nothing. A transfer without a payment (XRP) may use the reserve. */
function isUnfunded(coin: string, left: Funds, { amount, fee }: WaitingTransfer): boolean {
  if (isEther(coin)) return false;
  if (rulesOf(coin).isToken) return left.own < amount;
  return amount > fee && left.own - amount < rulesOf(coin).reserve;
}

const feeIn = (coin: string, { fee }: WaitingTransfer): bigint =>
  rulesOf(coin).isToken ? 0n : fee;

function lessCost(coin: string, left: Funds, { amount, fee }: WaitingTransfer): Funds {
  const own = left.own - amount;
  return { own, forFees: rulesOf(coin).isToken ? left.forFees - fee : own };
}

/** They are charged their fee, use up their nonce or sequence, and move nothing. */
async function fail(tx: SqlTx, coin: string, txids: readonly string[]): Promise<void> {
  if (txids.length === 0) return;
  const { isToken } = rulesOf(coin);
  await tx.query(
    `update simulation.transactions set has_failed = true, failure = $3
     where coin = $1 and txid = any($2::text[])`,
    [coin, txids, isToken ? UNFUNDED_TOKEN : UNFUNDED_PAYMENT],
  );
  await changeSpent(tx, coin, { txids, sign: -1 });
}

/** 1: the paid amount leaves its sender; -1: it is returned. */
async function changeSpent(
  tx: SqlTx,
  coin: string,
  { txids, sign }: { txids: readonly string[]; sign: 1 | -1 },
): Promise<void> {
  if (txids.length === 0) return;
  await tx.query(
    `with before as (
       delete from simulation.spends where coin = $1 and txid = any($2::text[])
       returning coin, txid, origin, number, amount)
     insert into simulation.spends (coin, txid, origin, number, amount)
     select coin, txid, origin, number, amount + $3 * (
       select coalesce(sum(o.amount), 0) from simulation.outputs o where o.coin = b.coin and o.txid = b.txid)
     from before b`,
    [coin, txids, sign],
  );
}
