// The Chain port: everything that the product needs from the network of one coin, and nothing else. Each family
// implements it (bitcoind, evm, rippled, simulated); adapters never see the database. One conformance suite,
// test/conformance/chain, runs over every implementation.
import type { CarriedToken, Network } from '../coins/coin.ts';
import { bitcoindNodes } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';

/** A block's place on the chain. `height` is the ledger index on XRP. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/**
 * One credit to one address, as the chain states it: an output (BTC, LTC, BCH), a successful plain transfer (ETH), the
 * delivered amount of a payment (XRP `delivered_amount`, never `Amount`), or a movement reported by a contract (tokens;
 * see `gained`).
 */
export interface IncomingPayment {
  readonly txid: string;
  /** Output index; a constant where the coin has none. (coin, txid, index, address) is the identity of a deposit. */
  readonly index: number;
  /** Receiving address in the coin's canonical form (`coins/coin.ts`), without a tag. */
  readonly address: string;
  /** XRP destination tag; null when there is none or the coin has no tags. */
  readonly tag: number | null;
  /** In the coin's smallest unit. Positive. */
  readonly amount: bigint;
  /** Confirmations required before it can be spent, if more than one (`maturityOf`). */
  readonly maturity?: number;
  /** A token attached to the output. Such an output cannot be spent like others (BCH). */
  readonly token?: CarriedToken;
}

/** A payment of a transaction that is in no block. */
export interface UnconfirmedPayment extends IncomingPayment {
  /**
   * What its transaction uses up, so that no other transaction can: outputs (`txid:index`), or a nonce or sequence of
   * its sender (`sender#number`). Absent on networks where an announced transaction is not replaced.
   */
  readonly spends?: readonly string[];
}

/**
 * What a transaction uses up: an output (its transaction and index), or a nonce or sequence of the signing account. The
 * owner of that output or account made the transaction; its recipients prove nothing about the sender.
 */
export interface Spend {
  readonly txid: string;
  /** The txid of the output, or the account, canonical. */
  readonly origin: string;
  /** The output's index, or the account's nonce or sequence; null when the node does not report it. */
  readonly number: number | null;
}

/** A token contract's claim, in its `Transfer` events, that one transaction moved an amount to an address. */
export interface TokenTransfer {
  readonly txid: string;
  /**
   * The contract, canonical. Its name, symbol and decimals are under the contract author's control and are never read.
   */
  readonly contract: string;
  /** The receiving address, canonical. */
  readonly address: string;
  /** In the contract's smallest unit. Positive. */
  readonly amount: bigint;
}

export interface Block extends BlockRef {
  readonly parentHash: string;
  /** Block time in milliseconds since the epoch. */
  readonly time: number;
  readonly payments: readonly IncomingPayment[];
  /** Spends of all its transactions, including failed ones. A coinbase spends nothing. */
  readonly spends: readonly Spend[];
  /** The block may contain payments that the node does not show (ETH out of contracts, without traces). */
  readonly hidesPayments?: boolean;
  /** Transfers by every token contract of the network. Absent when the node did not list them. */
  readonly tokenTransfers?: readonly TokenTransfer[];
}

/** Transactions that are not in a block yet. */
export interface Unconfirmed {
  readonly payments: readonly UnconfirmedPayment[];
  readonly spends: readonly Spend[];
  /** False while the node has more to report in later calls. */
  readonly isWhole: boolean;
}

/** What an address should hold after a block, in the smallest unit, according to everything we know about it. */
export interface AccountBelief {
  readonly address: string;
  readonly expected: bigint;
}

/** The location of a transaction. `unknown`: neither in the mempool nor on the best chain. */
export type TransactionPlace =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mempool' }
  | { readonly kind: 'block'; readonly block: BlockRef };

export interface TransactionLookup {
  readonly txid: string;
  /** The block it was seen in, for nodes without an index; null when it was in none. */
  readonly near: BlockRef | null;
  /** Skips the lookup of its funding addresses: `sources` may be empty. */
  readonly placeOnly?: true;
}

export interface TransactionFacts {
  readonly place: TransactionPlace;
  /** Addresses that funded it, canonical, without repeats; empty when the chain does not reveal them. */
  readonly sources: readonly string[];
}

/**
 * Ethereum's finality levels: two thirds of the stake voted for the block once (safe), or twice and irreversibly
 * (finalized).
 */
export type Finality = 'safe' | 'finalized';

export interface Chain {
  /** Coin code, for example `LTC`. */
  readonly coin: string;
  /** Blocks never change once they exist, and their times are accurate to the minute (XRP). */
  readonly isFinal?: true;
  /** The best block. Throws ChainUnavailable when the node cannot be reached. */
  tip(): Promise<BlockRef>;
  /**
   * The newest block of the best chain that the network itself considers final, if the operator configured finality
   * instead of a depth (ETH). Null: the network reports none now.
   */
  finalBlock?(): Promise<BlockRef | null>;
  /** Hash of the best chain's block at a height; null above the tip. */
  hashAt(height: number): Promise<string | null>;
  /** The first block of the node's unbroken range up to the tip; absent when that is block 0. */
  oldest?(): Promise<number>;
  /**
   * Blocks of the best chain from a height upward, oldest first, at most `count`: fewer at the tip and where they are
   * large, none only above the tip.
   */
  blocks(fromHeight: number, count: number): Promise<readonly Block[]>;
  /** The unconfirmed transactions that this adapter has not reported yet. A hint only. */
  mempool(): Promise<Unconfirmed>;
  /** Makes `mempool` report everything again: the consumer may have lost its state. */
  clearMempool(): void;
  /**
   * Which of these outputs, nonces or sequences a block used up, and in which transactions. Nodes that can only look up
   * single transactions (ETH) are queried for the named ones.
   */
  spendersIn?(
    block: Block,
    requested: { readonly spends: ReadonlySet<string>; readonly txids: readonly string[] },
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * For networks whose blocks may hide payments: the excess of each address's balance over its expected balance after a
   * block, as payments of that block, with the block hash as txid.
   */
  hiddenPayments?(
    accounts: readonly AccountBelief[],
    at: BlockRef,
  ): Promise<readonly IncomingPayment[]>;
  /**
   * For networks whose blocks only report claims (token events): payments to our addresses in one block, each with the
   * amount that the address really gained, omitting those that moved nothing. Null when the node no longer has the
   * state.
   */
  gained?(
    payments: readonly IncomingPayment[],
    block: Pick<Block, 'height' | 'hash' | 'parentHash'>,
  ): Promise<readonly IncomingPayment[] | null>;
  /** The facts of each transaction, in the order requested, with few requests to the node. */
  transactions(lookups: readonly TransactionLookup[]): Promise<readonly TransactionFacts[]>;
  /**
   * Which of these unconfirmed transactions have a double-spend proof, or depend on one that has (BCHN): the id of the
   * proof for each. Null when the node returns no proofs.
   */
  doubleSpendProofs?(txids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /** Throws WrongNetwork unless the node serves the network that the coin is configured for. */
  checkNetwork(): Promise<void>;
  close(): Promise<void>;
}

export type MempoolReader = Pick<Chain, 'mempool' | 'clearMempool'>;

/** The node did not answer, or its answer was invalid. Everything that needs the node waits and retries. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

/** The node serves another network than configured. The service refuses to start. */
export class WrongNetwork extends Error {
  override readonly name = 'WrongNetwork';
}

// Outputs that cannot be spent immediately, and the confirmations they need first. A consensus rule: every node rejects
// a transaction that spends one earlier, and it is never mined.

/**
 * A miner's coinbase, or Litecoin's transaction that integrates the extension block (HogEx). Both are created by their
 * block.
 */
export type BlockMade = 'coinbase' | 'hogex';

/** Confirmations, from the coin's definition. Throws for a kind that the coin does not have. */
export function maturityOf(coin: string, madeBy: BlockMade, network: Network): number {
  const { coinbase, hogex } = bitcoindNodes(coin).maturity;
  return defined(
    (madeBy === 'coinbase' ? coinbase[network] : hogex) ?? undefined,
    `${coin} has a ${madeBy}`,
  );
}
