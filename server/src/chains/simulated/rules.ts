// How the simulated networks differ: the form of hashes, what a transaction looks like, whether it
// can be replaced, and what it costs. One row per coin; nothing else in this folder names a coin.
import { createHash } from 'node:crypto';
import { known } from '../../core/assert.ts';
import type { Finality } from '../chain.ts';

export interface NetworkRules {
  /** `outputs`: transactions spend outputs and have several; `sequence`: one numbered payment per sender. */
  readonly model: 'outputs' | 'sequence';
  readonly hashForm: 'lower' | 'upper' | '0x';
  /** Whether an unconfirmed transaction can be replaced by another one. */
  readonly isReplaceable: boolean;
  /** Whether a payment may deliver less than it says (XRP partial payments). */
  readonly hasPartialPayments: boolean;
  /** Whether a transaction can be mined and yet move nothing (ETH). */
  readonly hasFailures: boolean;
  /** The number of a sender's first transaction. */
  readonly firstSequence: number;
  /** What an account must keep, in the smallest unit. */
  readonly reserve: bigint;
  /** What a simple payment costs on a quiet day, in the smallest unit of the coin that fees are paid in. */
  readonly normalFee: bigint;
  /**
   * Of networks that take a base fee apart from a tip (ETH), in percent of a normal fee: what a block takes whatever is
   * offered, and what is quoted as tip. The rest is room, of which nothing is taken.
   */
  readonly basePercent?: bigint;
  readonly tipPercent?: bigint;
  /** Fees are paid in the coin of its network (tokens). */
  readonly isToken?: true;
  /**
   * Why a payment to an address is mined and pays nothing (XRP, an account with DepositAuth), to try that with: any
   * other address takes what it is paid.
   */
  readonly refusingPayee?: { readonly address: string; readonly failure: string };
  /** Refuses as well, and nobody can know before the transfer has failed. */
  readonly failingPayee?: { readonly address: string; readonly failure: string };
  /** How far behind the tip the network's own final blocks are, where it has such (ETH). */
  readonly finality?: Readonly<Record<Finality, number>>;
  /** Its nodes prove to each other that something is spent twice (BCHN, double-spend proofs). */
  readonly givesProofs?: true;
  /** Usual distance between blocks, for the times of the founding blocks. */
  readonly blockSeconds: number;
}

const outputsRules = {
  model: 'outputs',
  hashForm: 'lower',
  isReplaceable: true,
  hasPartialPayments: false,
  hasFailures: false,
  firstSequence: 0,
  reserve: 0n,
} as const;

/**
 * Of Ethereum. Epochs have 32 slots; votes make one safe that is one to two epochs old, and the one before it final
 * (consensus specification, `SLOTS_PER_EPOCH`, "Justification and finalization").
 */
const finality = { safe: 32, finalized: 64 } as const;

/** Of a quote of 20 gwei a base fee of 8 and a tip of 1: slow quotes, at half of that, are above both. */
const pricing = { basePercent: 40n, tipPercent: 5n } as const;

/** Transactions of Ethereum. Each token has a simulated network of its own, with its own blocks. */
const tokenRules = {
  model: 'sequence',
  hashForm: '0x',
  isReplaceable: true,
  hasPartialPayments: false,
  hasFailures: true,
  firstSequence: 0,
  reserve: 0n,
  // In wei: 65,000 gas, about what a transfer of USDT uses, at 20 gwei.
  normalFee: 1_300_000_000_000_000n,
  blockSeconds: 12,
  finality,
  ...pricing,
  isToken: true,
} as const;

const rulesByCoin: Readonly<Record<string, NetworkRules>> = {
  // One input and two outputs, 141 virtual bytes (BCH: 226), at 10, 7 and 1 units per byte.
  BTC: { ...outputsRules, normalFee: 1_410n, blockSeconds: 600 },
  LTC: { ...outputsRules, normalFee: 987n, blockSeconds: 150 },
  // Its nodes keep the first of two that spend the same, and have no limit of chains (BCHN 22 and newer).
  BCH: {
    ...outputsRules,
    isReplaceable: false,
    normalFee: 226n,
    givesProofs: true,
    blockSeconds: 600,
  },
  ETH: {
    model: 'sequence',
    hashForm: '0x',
    isReplaceable: true,
    hasPartialPayments: false,
    hasFailures: true,
    firstSequence: 0,
    reserve: 0n,
    // 21,000 gas (Ethereum yellow paper, appendix G, G_transaction) at 20 gwei.
    normalFee: 420_000_000_000_000n,
    blockSeconds: 12,
    finality,
    ...pricing,
  },
  XRP: {
    model: 'sequence',
    hashForm: 'upper',
    isReplaceable: false,
    hasPartialPayments: true,
    hasFailures: false,
    firstSequence: 1,
    // Base reserve of 1 XRP since December 2024 and reference cost of 10 drops (xrpl.org, "Reserves",
    // "Transaction Cost").
    reserve: 1_000_000n,
    normalFee: 10n,
    blockSeconds: 4,
    refusingPayee: {
      address: 'rwSqVmFV2fBV5mBxWKD1EUQdghav6Mgn1V',
      failure: 'tecNO_PERMISSION',
    },
    failingPayee: {
      address: 'rNytzLGU713qYhDYvie55WPKthMLovjirW',
      failure: 'tecNO_PERMISSION',
    },
  },
  USDC: tokenRules,
  USDT: tokenRules,
};

export function rulesOf(coin: string): NetworkRules {
  return known(rulesByCoin[coin], `no simulated network for ${coin}`);
}

/** Hash number `number` of a chain, in the coin's form: a block's or a transaction's, and the same on every run. */
export function simulatedHash(coin: string, seed: string, number: number): string {
  return hashOf(coin, `${seed}:${coin}:${number}`);
}

/** SHA-256 of a text in the form that the coin's hashes have. */
export function hashOf(coin: string, text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const form = rulesOf(coin).hashForm;
  return form === '0x' ? `0x${hex}` : form === 'upper' ? hex.toUpperCase() : hex;
}
