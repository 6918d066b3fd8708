// The Chain port: what the product needs from a coin's network. One suite (test/conformance/chain) tests all adapters.
import type { CarriedToken, Network } from '../coins/coin.ts';
import { bitcoindNodes } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';

/** `height` is the ledger index on XRP. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/**
 * One credit to one address: an output (BTC, LTC, BCH), a successful plain transfer (ETH), the delivered amount of a
 * payment (XRP `delivered_amount`, never `Amount`), or a movement reported by a contract (tokens; see `gained`).
 */
export interface IncomingPayment {
  readonly txid: string;
  /** Output index; a constant where the coin has none. (coin, txid, index, address) identifies a deposit. */
  readonly index: number;
  /** Canonical (`coins/coin.ts`), without a tag. */
  readonly address: string;
  /** XRP destination tag, if any. */
  readonly tag: number | null;
  /** In the coin's smallest unit. Positive. */
  readonly amount: bigint;
  /** Confirmations required before the output can be spent, if more than one (`maturityOf`). */
  readonly maturity?: number;
  /** Outputs with a token cannot be spent like others (BCH). */
  readonly token?: CarriedToken;
}

export interface UnconfirmedPayment extends IncomingPayment {
  /** Outputs (`txid:index`) or `sender#number`. Absent where an announced transaction is not replaced. */
  readonly spends?: readonly string[];
}

/** What a transaction uses up. Its owner made the transaction; the recipients prove nothing about the sender. */
export interface Spend {
  readonly txid: string;
  /** A txid or a canonical account. */
  readonly origin: string;
  /** An output index, a nonce or a sequence; null when the node does not report it. */
  readonly number: number | null;
}

/** A movement claimed by a token contract in its `Transfer` event. */
export interface TokenTransfer {
  readonly txid: string;
  /** The author of the contract controls its name, symbol and decimals, so they are never read. */
  readonly contract: string;
  /** Canonical. */
  readonly address: string;
  /** In the contract's smallest unit. Positive. */
  readonly amount: bigint;
}

export interface Block extends BlockRef {
  readonly parentHash: string;
  /** In milliseconds since the epoch. */
  readonly time: number;
  readonly payments: readonly IncomingPayment[];
  /** Includes those of failed transactions. A coinbase spends nothing. */
  readonly spends: readonly Spend[];
  /** Payments by contracts may be missing (ETH without traces). */
  readonly hidesPayments?: boolean;
  /** Of every token contract. Absent when the node did not list them. */
  readonly tokenTransfers?: readonly TokenTransfer[];
}

export interface Unconfirmed {
  readonly payments: readonly UnconfirmedPayment[];
  readonly spends: readonly Spend[];
  /** False when later calls return more. */
  readonly isWhole: boolean;
}

/** The expected balance of an address after a block, in the smallest unit. */
export interface AccountBelief {
  readonly address: string;
  readonly expected: bigint;
}

/** `unknown`: neither in the mempool nor on the best chain. */
export type TransactionPlace =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mempool' }
  | { readonly kind: 'block'; readonly block: BlockRef };

export interface TransactionLookup {
  readonly txid: string;
  /** The block it was seen in, for nodes without an index. */
  readonly near: BlockRef | null;
  /** Skips the lookup of its sources. */
  readonly placeOnly?: true;
}

export interface TransactionFacts {
  readonly place: TransactionPlace;
  /** Canonical addresses that funded it, without repeats; empty when the chain does not reveal them. */
  readonly sources: readonly string[];
}

/** What one transaction pays, for a person who searches for a payment. */
export interface Inspection {
  readonly place: TransactionPlace;
  /** As in blocks; empty for a failed transaction. Null: not known before a block contains it (XRP, contracts). */
  readonly payments: readonly IncomingPayment[] | null;
  /** Unconfirmed: the fee of an ordinary payment at its fee rate, rounded down, comparable to `FeeQuotes`. */
  readonly ordinaryFee: bigint | null;
  /**
   * False when there can be more than the node shows: an unknown transaction is in an old block that the node does not
   * search, or payments by contracts are missing.
   */
  readonly isComplete: boolean;
}

/** Two thirds of the stake voted for the block once (safe), or twice and irreversibly (finalized). */
export type Finality = 'safe' | 'finalized';

export interface Chain {
  readonly coin: string;
  /** Blocks never change, and their times are accurate to the minute (XRP). */
  readonly isFinal?: true;
  /** Each change wakes the coin's watcher, which then does not need to poll (the simulated network). */
  readonly isAnnounced?: true;
  /** Throws ChainUnavailable when the node cannot be reached. */
  tip(): Promise<BlockRef>;
  /** The network's own final block (ETH), if the operator configured finality. Null: none reported now. */
  finalBlock?(): Promise<BlockRef | null>;
  /** On the best chain; null above the tip. */
  hashAt(height: number): Promise<string | null>;
  /** The first block of the node's unbroken range up to the tip; absent when that is block 0. */
  oldest?(): Promise<number>;
  /** Oldest first, at most `count`: fewer at the tip and where blocks are large, none only above the tip. */
  blocks(fromHeight: number, count: number): Promise<readonly Block[]>;
  /** The unconfirmed transactions that were not reported yet. A hint only. */
  mempool(): Promise<Unconfirmed>;
  /** Makes `mempool` report everything again, because the consumer may have lost its state. */
  clearMempool(): void;
  /** The transactions in a block that used these up. ETH nodes are queried for the named transactions. */
  spendersIn?(
    block: Block,
    requested: { readonly spends: ReadonlySet<string>; readonly txids: readonly string[] },
  ): Promise<ReadonlyMap<string, string>>;
  /** Where blocks may hide payments: the excess of each balance, as a payment with the block hash as txid. */
  hiddenPayments?(
    accounts: readonly AccountBelief[],
    at: BlockRef,
  ): Promise<readonly IncomingPayment[]>;
  /** Where blocks only report claims (tokens): the amounts really gained. Null without the block's state. */
  gained?(
    payments: readonly IncomingPayment[],
    block: Pick<Block, 'height' | 'hash' | 'parentHash'>,
  ): Promise<readonly IncomingPayment[] | null>;
  /** In the order of the lookups, with few requests to the node. */
  transactions(lookups: readonly TransactionLookup[]): Promise<readonly TransactionFacts[]>;
  /** What a transaction pays. */
  inspect(txid: string): Promise<Inspection>;
  /** Ids of proofs for these transactions or their ancestors (BCHN). Null when the node returns no proofs. */
  doubleSpendProofs?(txids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /** Throws WrongNetwork unless the node serves the configured network. */
  checkNetwork(): Promise<void>;
  close(): Promise<void>;
}

/** The job that reads a coin's chain. */
export function watchTaskName(coin: string): string {
  return `watch-${coin.toLowerCase()}`;
}

export type MempoolReader = Pick<Chain, 'mempool' | 'clearMempool'>;

/** The node did not respond, or its response was invalid. Callers retry later. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

/** The node serves another network than configured. The service refuses to start. */
export class WrongNetwork extends Error {
  override readonly name = 'WrongNetwork';
}

// Outputs that cannot be spent before they have a number of confirmations: a consensus rule.

/** Outputs that a block creates: a miner's coinbase, or Litecoin's transaction that integrates the extension block. */
export type BlockMade = 'coinbase' | 'hogex';

/** In confirmations. Throws for a kind that the coin does not have. */
export function maturityOf(coin: string, madeBy: BlockMade, network: Network): number {
  const { coinbase, hogex } = bitcoindNodes(coin).maturity;
  return defined(
    (madeBy === 'coinbase' ? coinbase[network] : hogex) ?? undefined,
    `${coin} has a ${madeBy}`,
  );
}
