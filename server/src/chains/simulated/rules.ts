// How the simulated networks differ: the form of hashes, the transaction model, replaceability, and fees. Determined by
// the node family and the coin's definition.
import { createHash } from 'node:crypto';
import type { Coin } from '../../coins/coin.ts';
import { definedCoins } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Finality } from '../chain.ts';
import { EXPIRES_AFTER } from '../rippled/rippled-transfers.ts';

export interface NetworkRules {
  /**
   * `outputs`: a transaction spends outputs and has several. `sequence`: one payment per transaction, numbered per
   * sender.
   */
  readonly model: 'outputs' | 'sequence';
  readonly hashForm: 'lower' | 'upper' | '0x';
  /** Whether an unconfirmed transaction can be replaced by another one. */
  readonly isReplaceable: boolean;
  /** Whether a payment may deliver less than it states (XRP partial payments). */
  readonly hasPartialPayments: boolean;
  /** Whether a transaction can be mined and still move nothing (ETH). */
  readonly hasFailures: boolean;
  /** The nonce or sequence of a sender's first transaction. */
  readonly firstSequence: number;
  /** The reserve of an account, in the smallest unit. */
  readonly reserve: bigint;
  /** The baseline fee of a simple payment, in the smallest unit of the coin that fees are paid in. */
  readonly normalFee: bigint;
  /**
   * For networks that separate a base fee from a tip (ETH), in percent of a normal fee: what a block always charges,
   * and the quoted tip. The rest is headroom that is not charged.
   */
  readonly basePercent?: bigint;
  readonly tipPercent?: bigint;
  /** Fees are paid in the coin of the network (tokens). */
  readonly isToken?: true;
  /**
   * An address that accepts no payment, for testing (XRP, an account with DepositAuth): the transfer gets into a block
   * with this failure, and moves nothing.
   */
  readonly refusingPayee?: { readonly address: string; readonly failure: string };
  /** Rejects payments too, but that is not known before the transfer has failed. */
  readonly failingPayee?: { readonly address: string; readonly failure: string };
  /** Accepts no payment without a destination tag (XRP, RequireDest). */
  readonly taggedPayee?: { readonly address: string; readonly failure: string };
  /** Transfers expire this many blocks after they were planned (XRP). */
  readonly expiresAfter?: number;
  /** How far behind the tip the network's own finality levels are, if it has any (ETH). */
  readonly finality?: Readonly<Record<Finality, number>>;
  /** Its nodes relay proofs of double-spends (BCHN, double-spend proofs). */
  readonly hasDoubleSpendProofs?: true;
  /** The usual block interval, for the times of the initial blocks. */
  readonly blockSeconds: number;
}

/** Of a quote of 20 gwei, a base fee of 8 and a tip of 1: slow quotes, at half of that, are above their sum. */
const pricing = { basePercent: 40n, tipPercent: 5n } as const;

const rulesByCoin = new Map([...definedCoins].map(([code, coin]) => [code, playedAs(coin)]));

export function rulesOf(coin: string): NetworkRules {
  return defined(rulesByCoin.get(coin), `a simulated network for ${coin}`);
}

/**
 * The coins whose transfers use the nonces of the same accounts: a network's own coin and its tokens. Each has its own
 * simulated chain, but an address has one nonce and one fee balance across all of them.
 */
export function networkCoins(code: string): string[] {
  const feeCoin = definedCoins.get(code)?.feeCoin ?? code;
  const coins = [...definedCoins.values()].filter((coin) => coin.feeCoin === feeCoin);
  return coins.map((coin) => coin.code);
}

function playedAs(coin: Coin): NetworkRules {
  const { isReplaceable, blockSeconds, baselineFee: normalFee } = coin;
  return { isReplaceable, blockSeconds, normalFee, ...familyRules(coin) };
}

/** The rules shared by all networks of a family. Each token has its own simulated network. */
function familyRules({
  nodes,
  token,
}: Coin): Omit<NetworkRules, 'isReplaceable' | 'blockSeconds' | 'normalFee'> {
  if (nodes.family === 'bitcoind') {
    return {
      ...{ model: 'outputs', hashForm: 'lower', firstSequence: 0, reserve: 0n },
      ...{ hasPartialPayments: false, hasFailures: false },
      ...(nodes.hasDoubleSpendProofs && { hasDoubleSpendProofs: true }),
    };
  }
  if (nodes.family === 'evm') {
    return {
      ...{ model: 'sequence', hashForm: '0x', firstSequence: 0, reserve: 0n },
      ...{ hasPartialPayments: false, hasFailures: true },
      ...{ finality: nodes.finality, ...pricing },
      ...(token !== null && { isToken: true }),
    };
  }
  return {
    ...{ model: 'sequence', hashForm: 'upper', firstSequence: 1, reserve: nodes.reserve },
    ...{ hasPartialPayments: true, hasFailures: false },
    ...{ refusingPayee: nodes.refusingPayee, failingPayee: nodes.failingPayee },
    ...{ taggedPayee: nodes.taggedPayee, expiresAfter: EXPIRES_AFTER },
  };
}

/** The hash with this number on a chain, in the coin's form: of a block or a transaction, the same on every run. */
export function simulatedHash(coin: string, seed: string, number: number): string {
  return hashOf(coin, `${seed}:${coin}:${number}`);
}

/** SHA-256 of a text, in the form of the coin's hashes. */
export function hashOf(coin: string, text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const form = rulesOf(coin).hashForm;
  return form === '0x' ? `0x${hex}` : form === 'upper' ? hex.toUpperCase() : hex;
}
