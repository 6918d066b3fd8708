// Replaces an unconfirmed payment with another one that spends the same funds, as a sender can (BIP-125 on BTC, LTC; by
// double-spend on BCH; a second transaction with the same nonce on ETH). XRP has no replacement.
import type { SqlTx } from '../../db/database.ts';
import { type PaidOutput, paymentChecker } from './check-payment.ts';
import { broadcastPayments, foreignAddress } from './pay.ts';
import { rulesOf } from './rules.ts';
import { operate, refused, type Simulation, takeNumbers } from './simulation.ts';
import { copySpends, evict } from './store-chain.ts';

/** The sender's new payment. */
export type Replacement =
  | { readonly txid: string; readonly outputs: readonly PaidOutput[] }
  /** The new amount of the first output. 0: its money goes to a foreign address. */
  | { readonly txid: string; readonly amount: bigint };

/** Replaces the payment and returns the new txid. Throws AppError when it cannot be replaced. */
export async function replace(simulation: Simulation, replacement: Replacement): Promise<string> {
  const { coin } = simulation;
  if (!rulesOf(coin.code).isReplaceable) {
    throw refused('not_replaceable', `${coin.code} has no replacement of unconfirmed transactions`);
  }
  const txid = await operate(simulation, (tx, { seed }) =>
    replaceIn(tx, { simulation, seed, replacement }),
  );
  simulation.log.debug(
    { coin: coin.code, replaced: replacement.txid, txid },
    'simulated replacement',
  );
  return txid;
}

interface Replacing {
  readonly simulation: Simulation;
  readonly seed: string;
  readonly replacement: Replacement;
}

async function replaceIn(tx: SqlTx, replacing: Replacing): Promise<string> {
  const { simulation, seed, replacement } = replacing;
  const coin = simulation.coin.code;
  const old = await readPayment(tx, coin, replacement.txid);
  const outputs =
    'outputs' in replacement
      ? replacement.outputs
      : await withAmount(tx, replacing, replacement.amount);
  const payment = paymentChecker(simulation)({ outputs, sources: old.sources });
  // Clearly above every network's minimum increase (BIP-125 rule 4; 10% in geth's transaction pool).
  const fee = old.fee * 2n;
  const [txid = ''] = await broadcastPayments(tx, { simulation, seed, payments: [payment], fee });
  await copySpends(tx, coin, { from: replacement.txid, to: txid });
  await evict(tx, coin, { txids: [replacement.txid], replacedBy: txid });
  return txid;
}

async function readPayment(
  tx: SqlTx,
  coin: string,
  txid: string,
): Promise<{ fee: bigint; sources: string[] }> {
  const [row] = await tx.query<{ fee: bigint; sources: string[]; isOurs: boolean }>(
    `select fee, sources, raw is not null as "isOurs" from simulation.transactions
     where coin = $1 and txid = $2 and mempool_number is not null`,
    [coin, txid],
  );
  if (row === undefined) throw refused('not_in_mempool', `not in the mempool: ${txid}`);
  if (row.isOurs)
    throw refused('not_foreign', 'only its sender can replace a transfer: submit one');
  return row;
}

/** The old outputs with another amount in the first, or with the first paid to a foreign address. */
async function withAmount(tx: SqlTx, replacing: Replacing, amount: bigint): Promise<PaidOutput[]> {
  const { simulation, seed, replacement } = replacing;
  const coin = simulation.coin.code;
  const [first, ...others] = await tx.query<PaidOutput>(
    `select address, tag, amount from simulation.outputs
     where coin = $1 and txid = $2 order by index`,
    [coin, replacement.txid],
  );
  if (first === undefined) throw refused('no_outputs', `pays nothing: ${replacement.txid}`);
  if (amount !== 0n) return [{ ...first, amount }, ...others];
  const number = await takeNumbers(tx, coin, 1);
  const address = foreignAddress(simulation.coin, seed, number);
  return [{ address, amount: first.amount }, ...others];
}
