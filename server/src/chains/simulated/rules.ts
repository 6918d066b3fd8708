// How the simulated networks differ: the form of hashes, what a transaction looks like, whether it
// can be replaced, and what it costs. By family of nodes and by what the coin's definition says.
import { createHash } from 'node:crypto';
import type { Coin } from '../../coins/coin.ts';
import { definedCoins } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Finality } from '../chain.ts';
import { EXPIRES_AFTER } from '../rippled/rippled-transfers.ts';

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
   * An address that takes no payment, to try that with (XRP, an account with DepositAuth): the transfer gets into a
   * block with this failure, and moves nothing.
   */
  readonly refusingPayee?: { readonly address: string; readonly failure: string };
  /** Refuses as well, and nobody can know before the transfer has failed. */
  readonly failingPayee?: { readonly address: string; readonly failure: string };
  /** Takes no payment without a destination tag (XRP, RequireDest). */
  readonly taggedPayee?: { readonly address: string; readonly failure: string };
  /** Transfers name the last block that may hold them: so many blocks after they were planned (XRP). */
  readonly expiresAfter?: number;
  /** How far behind the tip the network's own final blocks are, where it has such (ETH). */
  readonly finality?: Readonly<Record<Finality, number>>;
  /** Its nodes prove to each other that something is spent twice (BCHN, double-spend proofs). */
  readonly givesProofs?: true;
  /** Usual distance between blocks, for the times of the founding blocks. */
  readonly blockSeconds: number;
}

/** Of a quote of 20 gwei a base fee of 8 and a tip of 1: slow quotes, at half of that, are above both. */
const pricing = { basePercent: 40n, tipPercent: 5n } as const;

const rulesByCoin = new Map([...definedCoins].map(([code, coin]) => [code, playedAs(coin)]));

export function rulesOf(coin: string): NetworkRules {
  return defined(rulesByCoin.get(coin), `a simulated network for ${coin}`);
}

/**
 * The coins whose transfers use up the numbers of the same accounts: a network's own and its tokens. Each has a
 * simulated chain of its own, but an address has one number and one balance for fees on all of them.
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

/** What is the same for all networks of a family. Each token has a simulated network of its own. */
function familyRules({
  nodes,
  token,
}: Coin): Omit<NetworkRules, 'isReplaceable' | 'blockSeconds' | 'normalFee'> {
  if (nodes.family === 'bitcoind') {
    return {
      ...{ model: 'outputs', hashForm: 'lower', firstSequence: 0, reserve: 0n },
      ...{ hasPartialPayments: false, hasFailures: false },
      ...(nodes.givesProofs && { givesProofs: true }),
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
