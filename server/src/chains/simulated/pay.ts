// Payments by outside parties. One statement inserts all, so that a load test can make ten thousand payments.
import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { CarriedToken, Coin, Destination } from '../../coins/coin.ts';
import { defined } from '../../core/assert.ts';
import { apiError } from '../../core/errors.ts';
import type { SqlTx } from '../../db/database.ts';
import {
  operate,
  readSettings,
  rulesOf,
  type Simulation,
  simulatedHash,
  simulatedNetwork,
  takeNumbers,
} from './simulation.ts';
import {
  insertForeignSpends,
  insertOutputs,
  insertTransactions,
  type NewTransaction,
} from './store-chain.ts';

/** Returns the txids in order. Throws AppError for a payment that the network does not support. */
export async function payMany(
  simulation: Simulation,
  payments: readonly SimulatedPayment[],
): Promise<readonly string[]> {
  if (payments.length === 0) return [];
  const coin = simulation.coin.code;
  const checked = payments.map(paymentChecker(simulation));
  const txids = await operate(simulation, (tx, { seed }) =>
    broadcastPayments(tx, { simulation, seed, payments: checked }),
  );
  simulation.log.debug({ coin, count: txids.length, txid: txids[0] }, 'simulated payments');
  return txids;
}

/** Broadcasts a payment once per name; repeats return the first txid. */
export async function payOnce(
  simulation: Simulation,
  reference: string,
  payment: SimulatedPayment,
): Promise<string> {
  const coin = simulation.coin.code;
  const payments = [paymentChecker(simulation)(payment)];
  return operate(simulation, async (tx, { seed }) => {
    const made = await tx.query<{ txid: string }>(
      'select txid from simulation.payment_references where coin = $1 and reference = $2',
      [coin, reference],
    );
    if (made[0] !== undefined) return made[0].txid;
    const [txid] = await broadcastPayments(tx, { simulation, seed, payments });
    await tx.query(
      'insert into simulation.payment_references (coin, reference, txid) values ($1, $2, $3)',
      [coin, reference, txid],
    );
    return defined(txid, 'one payment was made');
  });
}

interface Broadcast {
  readonly simulation: Simulation;
  readonly seed: string;
  readonly payments: readonly CheckedPayment[];
  /** In the smallest unit. Defaults to the current rate. */
  readonly fee?: bigint;
}

/** Stores checked payments. The caller holds the chain's lock. */
export async function broadcastPayments(tx: SqlTx, broadcast: Broadcast): Promise<string[]> {
  const { simulation, seed, payments } = broadcast;
  const coin = simulation.coin.code;
  const fee = broadcast.fee ?? (await goingFee(tx, coin));
  const first = await takeNumbers(tx, coin, payments.length);
  const hasStranger = payments.some((payment) => payment.sources === null);
  const stranger = hasStranger ? [foreignAddress(simulation.coin, seed, first)] : [];
  const now = simulation.clock.now();
  const txids = payments.map((_, place) => simulatedHash(coin, seed, first + place));
  const txidAt = (place: number) => txids[place] ?? '';
  const rows = payments.map(
    (payment, place): NewTransaction => ({
      txid: txidAt(place),
      number: first + place,
      // A stuck transaction pays a fee below what all others pay.
      fee: payment.isStuck ? fee / 10n + 1n : fee,
      firstSeenAt: payment.broadcastAt ?? now,
      isStuck: payment.isStuck,
      hasFailed: payment.hasFailed,
      sources: payment.sources ?? stranger,
      raw: null,
    }),
  );
  const outputs = payments.flatMap((payment, place) =>
    payment.outputs.map((output, index) => ({ ...output, txid: txidAt(place), index })),
  );
  await insertTransactions(tx, coin, rows);
  await insertOutputs(tx, coin, outputs);
  await insertForeignSpends(
    tx,
    coin,
    txids.map((txid) => ({ txid, ...foreignSpend(coin, txid) })),
  );
  return txids;
}

/** An output or an account that no other payment uses. */
function foreignSpend(coin: string, txid: string): { origin: string; number: number } {
  const { model, firstSequence } = rulesOf(coin);
  return { origin: `payer of ${txid}`, number: model === 'sequence' ? firstSequence : 0 };
}

/** Of a payment, in the smallest unit. */
async function goingFee(tx: SqlTx, coin: string): Promise<bigint> {
  const { feePercent } = await readSettings(tx, coin);
  return (rulesOf(coin).normalFee * BigInt(feePercent)) / 100n;
}

/** Valid, and the same on every run. The key is worthless, because anyone can derive it. Takes about 2 ms. */
export function foreignAddress(coin: Coin, seed: string, number: number): string {
  const entropy = createHash('sha256').update(`${seed}:${coin.code}:foreign:${number}`).digest();
  const account = HDKey.fromMasterSeed(entropy).derive(coin.accountPath(simulatedNetwork));
  return coin.deriveAddress(account.publicExtendedKey, 0, simulatedNetwork);
}

/** Returns the txid. Throws AppError for a payment that the network does not support. */
export async function pay(simulation: Simulation, payment: SimulatedPayment): Promise<string> {
  const [txid] = await payMany(simulation, [payment]);
  return defined(txid, 'a payment has a txid');
}

// Checks a simulated payment before anything is stored.

export interface PaidOutput {
  /** XRP: with or without `?dt=`. */
  readonly address: string;
  /** XRP: null or absent for a payment without a tag. */
  readonly tag?: number | null;
  /** In the coin's smallest unit. Positive. */
  readonly amount: bigint;
  /** XRP partial payments: less than `amount`. */
  readonly delivered?: bigint;
  /** BCH. */
  readonly token?: CarriedToken | null;
}

export interface SimulatedPayment {
  /** Exactly one; on the bitcoind family one or more. */
  readonly outputs: readonly PaidOutput[];
  /** Defaults to a new foreign address, which all payments of one call share. */
  readonly sources?: readonly string[];
  /** ETH: the transaction is mined, but moves nothing. */
  readonly hasFailed?: boolean;
  /** No block includes it until it is released. */
  readonly isStuck?: boolean;
  /** In milliseconds since the epoch. Defaults to now. */
  readonly broadcastAt?: number;
}

interface CheckedPayment {
  readonly outputs: readonly Required<PaidOutput>[];
  readonly sources: readonly string[] | null;
  readonly hasFailed: boolean;
  readonly isStuck: boolean;
  readonly broadcastAt: number | null;
}

/** Parses repeated addresses once. Throws AppError for an impossible payment. */
export function paymentChecker(
  simulation: Pick<Simulation, 'coin'>,
): (payment: SimulatedPayment) => CheckedPayment {
  const rules = rulesOf(simulation.coin.code);
  const parse = addressParser(simulation);
  return (payment) => {
    const hasFailed = payment.hasFailed ?? false;
    if (hasFailed && !rules.hasFailures) {
      throw apiError('no_failures', { coin: simulation.coin.code });
    }
    return {
      outputs: checkOutputs(simulation, payment.outputs, parse),
      sources: payment.sources?.map((source) => parse(source).address) ?? null,
      hasFailed,
      isStuck: payment.isStuck ?? false,
      broadcastAt: payment.broadcastAt ?? null,
    };
  };
}

type Parse = (address: string) => Destination;

function addressParser({ coin }: Pick<Simulation, 'coin'>): Parse {
  const known = new Map<string, Destination>();
  return (address) => {
    const destination = known.get(address) ?? coin.parseAddress(address, simulatedNetwork);
    if (destination === null) {
      throw apiError('invalid_address', { coin: coin.code, address });
    }
    known.set(address, destination);
    return destination;
  };
}

function checkOutputs(
  { coin }: Pick<Simulation, 'coin'>,
  outputs: readonly PaidOutput[],
  parse: Parse,
): Required<PaidOutput>[] {
  const rules = rulesOf(coin.code);
  const isCountRight = rules.model === 'outputs' ? outputs.length > 0 : outputs.length === 1;
  if (!isCountRight) {
    throw apiError('wrong_outputs', { coin: coin.code, count: outputs.length });
  }
  return outputs.map((output) => {
    const delivered = output.delivered ?? output.amount;
    const destination = parse(output.address);
    const tag = output.tag ?? destination.tag;
    if (output.amount <= 0n || delivered <= 0n || delivered > output.amount) {
      throw apiError('wrong_amount');
    }
    if (delivered !== output.amount && !rules.hasPartialPayments) {
      throw apiError('no_partial_payments', { coin: coin.code });
    }
    if (tag !== null && coin.destinationTag === null) {
      throw apiError('no_tags', { coin: coin.code });
    }
    const { token = null } = output;
    if (token !== null && coin.splitScript === undefined) {
      throw apiError('no_tokens', { coin: coin.code });
    }
    return { address: destination.address, tag, amount: output.amount, delivered, token };
  });
}
