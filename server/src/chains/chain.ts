// The Chain port: what the product needs from the network of one coin, and no more. Families
// implement it (bitcoind, evm, rippled, simulated); adapters never see the database. One conformance
// suite, test/conformance/chain, runs over every implementation.
import type { CarriedToken } from '../coins/coin.ts';

/** A block's place on the chain. `height` is the ledger index on XRP. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

/**
 * One credit of one address, as the chain states it: an output (BTC, LTC, BCH), a plain transfer
 * that succeeded (ETH), what a payment delivered (XRP `delivered_amount`, never `Amount`), or what a
 * contract says it moved (tokens; see `gained`).
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
  /** Confirmations before it can be spent at all, where that is more than one (maturity.ts). */
  readonly maturity?: number;
  /** Beside the coins; the output can then not be spent like others (BCH). */
  readonly token?: CarriedToken;
}

/** A payment of a transaction that is in no block. */
export interface UnconfirmedPayment extends IncomingPayment {
  /**
   * What its transaction uses up, so that no other can: outputs (`txid:index`), or a number of its sender
   * (`sender#number`). Absent where what was announced is not replaced.
   */
  readonly spends?: readonly string[];
}

/**
 * What a transaction uses up: an output (its transaction and index), or a number of the account that signed it. Whose
 * that is tells whose transaction it is; what it pays tells nothing of that.
 */
export interface Spend {
  readonly txid: string;
  /** The txid of the output, or the account, canonical. */
  readonly origin: string;
  /** The output's index, or the account's number; null where the node does not tell. */
  readonly number: number | null;
}

/** What a token contract claims, by its `Transfer` events, that one transaction brought to an address. */
export interface TokenTransfer {
  readonly txid: string;
  /** The contract, canonical. Its name, symbol and decimals are the sender's to choose and are never read. */
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
  /** Of all its transactions, also of those that failed. A coinbase uses up nothing. */
  readonly spends: readonly Spend[];
  /** More may have been paid in it than the node shows (ETH out of contracts, without traces). */
  readonly hidesPayments?: boolean;
  /** Transfers by every token contract of the network. Absent when the node did not list them. */
  readonly tokenTransfers?: readonly TokenTransfer[];
}

/** Transactions that are in no block yet. */
export interface Unconfirmed {
  readonly payments: readonly UnconfirmedPayment[];
  readonly spends: readonly Spend[];
  /** False while the node knows more that will be told by the next calls. */
  readonly isWhole: boolean;
}

/** What an address should hold after a block, in the smallest unit, by all that is known of it. */
export interface AccountBelief {
  readonly address: string;
  readonly expected: bigint;
}

/** Where a transaction stands. `unknown`: neither in the mempool nor on the best chain. */
export type TransactionPlace =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mempool' }
  | { readonly kind: 'block'; readonly block: BlockRef };

export interface TransactionLookup {
  readonly txid: string;
  /** The block it was seen in, for nodes without an index; null when it was in none. */
  readonly near: BlockRef | null;
  /** Nothing is spent on who funded it: `sources` may be empty. */
  readonly placeOnly?: true;
}

export interface TransactionFacts {
  readonly place: TransactionPlace;
  /** Addresses that funded it, canonical, without repeats; empty when the chain does not tell. */
  readonly sources: readonly string[];
}

/** What Ethereum's network says of its blocks: voted for once by two thirds of the stakes, or twice and for ever. */
export type Finality = 'safe' | 'finalized';

export interface Chain {
  /** Coin code, for example `LTC`. */
  readonly coin: string;
  /** Blocks never change once they are there, and their times are right to the minute (XRP). */
  readonly isFinal?: true;
  /** The best block. Throws ChainUnavailable when the node cannot be asked. */
  tip(): Promise<BlockRef>;
  /**
   * The newest block of the best chain that the network itself holds for final, where the operator wants that to
   * decide instead of a depth (ETH); null: it knows of none now.
   */
  finalBlock?(): Promise<BlockRef | null>;
  /** Hash of the best chain's block at a height; null above the tip. */
  hashAt(height: number): Promise<string | null>;
  /** The first of the blocks that the node has without a gap up to the best; absent where that is block 0. */
  oldest?(): Promise<number>;
  /**
   * Blocks of the best chain from a height upwards, oldest first, at most `count`: fewer at the tip and where they are
   * large, none only above the tip.
   */
  blocks(fromHeight: number, count: number): Promise<readonly Block[]>;
  /** Of unconfirmed transactions that this adapter has not reported yet. A hint only. */
  mempool(): Promise<Unconfirmed>;
  /** From here on `mempool` reports everything again: whoever was told may have forgotten. */
  clearMempool(): void;
  /**
   * Which of these things a block used up, and by which of its transactions. Where a node tells only of single
   * transactions (ETH), it is asked about those that are named.
   */
  spendersIn?(
    block: Block,
    requested: { readonly spends: ReadonlySet<string>; readonly txids: readonly string[] },
  ): Promise<ReadonlyMap<string, string>>;
  /**
   * Where blocks may hide payments: what addresses hold after a block beyond what they should, as payments of that
   * block, whose hash is their txid.
   */
  hiddenPayments?(
    accounts: readonly AccountBelief[],
    at: BlockRef,
  ): Promise<readonly IncomingPayment[]>;
  /**
   * Where blocks hold claims (tokens: a contract's word): payments to our addresses in one block, each with what its
   * address really gained, and without those that brought nothing. Null when the node no longer knows.
   */
  gained?(
    payments: readonly IncomingPayment[],
    block: Pick<Block, 'height' | 'hash' | 'parentHash'>,
  ): Promise<readonly IncomingPayment[] | null>;
  /** What is known of each transaction, in the order asked; over few questions to the node. */
  transactions(lookups: readonly TransactionLookup[]): Promise<readonly TransactionFacts[]>;
  /**
   * Which of these unconfirmed transactions are proven to spend what another one spends, or to hang on one that is
   * (BCHN): the id of the proof for each. Null when the node shows no proofs.
   */
  doubleSpendProofs?(txids: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /** Throws WrongNetwork unless the node serves the network that the coin is configured for. */
  checkNetwork(): Promise<void>;
  close(): Promise<void>;
}

export type MempoolReader = Pick<Chain, 'mempool' | 'clearMempool'>;

/** The node did not answer, or answered nonsense. Everything that needs it waits and tries again. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable';
}

/** The node serves another network than configured. The service refuses to start. */
export class WrongNetwork extends Error {
  override readonly name = 'WrongNetwork';
}
