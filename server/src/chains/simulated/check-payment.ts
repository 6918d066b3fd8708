// Checks a simulated payment before anything is stored: its addresses are valid, and its form exists on the coin's
// network. Pure. Used by `payMany` and `replace`.
import type { CarriedToken, Destination } from '../../coins/coin.ts';
import { rulesOf } from './rules.ts';
import { refused, type Simulation, simulatedNetwork } from './simulation.ts';

/** The payment to one address. */
export interface PaidOutput {
  /** XRP: with or without `?dt=`. */
  readonly address: string;
  /** XRP: the destination tag; null or absent for a payment without one. */
  readonly tag?: number | null;
  /** In the coin's smallest unit. Positive. */
  readonly amount: bigint;
  /** XRP partial payments: the delivered amount, when it is less than `amount`. */
  readonly delivered?: bigint;
  /** BCH: a token attached to the output. */
  readonly token?: CarriedToken | null;
}

export interface SimulatedPayment {
  /** Exactly one; on the bitcoind family one or more. */
  readonly outputs: readonly PaidOutput[];
  /** The payer. Defaults to a new foreign address, which all payments of one call share. */
  readonly sources?: readonly string[];
  /** ETH: the transaction is mined, but moves nothing. */
  readonly hasFailed?: boolean;
  /** The fee is too low: no block includes it until it is released. */
  readonly isStuck?: boolean;
  /** When the network first saw it, in milliseconds since the epoch. Defaults to now. */
  readonly broadcastAt?: number;
}

/** A payment in canonical form. */
export interface CheckedPayment {
  readonly outputs: readonly Required<PaidOutput>[];
  readonly sources: readonly string[] | null;
  readonly hasFailed: boolean;
  readonly isStuck: boolean;
  readonly broadcastAt: number | null;
}

/** A checker for one call: repeated addresses are parsed once. Throws AppError for an impossible payment. */
export function paymentChecker(
  simulation: Pick<Simulation, 'coin'>,
): (payment: SimulatedPayment) => CheckedPayment {
  const rules = rulesOf(simulation.coin.code);
  const parse = addressParser(simulation);
  return (payment) => {
    const hasFailed = payment.hasFailed ?? false;
    if (hasFailed && !rules.hasFailures) {
      throw refused('no_failures', `${simulation.coin.code} has no mined transactions that fail`);
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
      throw refused(
        'invalid_address',
        `not a ${coin.code} address of the test network: ${address}`,
      );
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
    throw refused('wrong_outputs', `a ${coin.code} payment cannot have ${outputs.length} outputs`);
  }
  return outputs.map((output) => {
    const delivered = output.delivered ?? output.amount;
    const destination = parse(output.address);
    const tag = output.tag ?? destination.tag;
    if (output.amount <= 0n || delivered <= 0n || delivered > output.amount) {
      throw refused(
        'wrong_amount',
        'an amount must be positive and cannot deliver more than itself',
      );
    }
    if (delivered !== output.amount && !rules.hasPartialPayments) {
      throw refused('no_partial_payments', `${coin.code} has no partial payments`);
    }
    if (tag !== null && coin.destinationTag === null) {
      throw refused('no_tags', `${coin.code} has no destination tags`);
    }
    const { token = null } = output;
    if (token !== null && coin.splitScript === undefined) {
      throw refused('no_tokens', `outputs of ${coin.code} carry no tokens`);
    }
    return { address: destination.address, tag, amount: output.amount, delivered, token };
  });
}
