// The port for money going out: what the treasury needs from the network of one coin to pay somebody. Beside
// the Chain port (chain.ts), which looks; implemented by the simulated network and the bitcoind family. A
// plan names everything that the signed bytes depend on, so signing it again gives the same bytes. One suite,
// test/conformance/transfers, runs over every implementation.
import type { BlockRef } from './chain.ts';
import type { PayeeRefusal } from './payee-refusals.ts';

export type FeeLevel = 'slow' | 'average' | 'fast';

/** What one ordinary payment costs, in the smallest unit of the coin that fees are paid in, clamped to sane bounds. */
export type FeeQuotes = Readonly<Record<FeeLevel, bigint>> & {
  /**
   * How much of each may go to whoever makes the block, where blocks take their base fee apart from that and give back
   * what neither takes (ETH). Absent: all of it.
   */
  readonly tips?: Readonly<Record<FeeLevel, bigint>>;
};

/** An output of ours that a transfer uses up. */
export interface PlannedInput {
  readonly txid: string;
  readonly index: number;
  readonly address: string;
  readonly amount: bigint;
}

export interface PlannedOutput {
  /** Canonical form (`coins/coin.ts`). */
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
}

/** What a transfer uses up: outputs (BTC, LTC, BCH), or one number of its sender (ETH nonce, XRP sequence). */
export type PlannedOrigin =
  | { readonly inputs: readonly PlannedInput[] }
  | { readonly sender: string; readonly number: number };

export type TransferSetting = 'require_tags' | 'nothing';

export interface TransferPlan {
  readonly coin: string;
  readonly origin: PlannedOrigin;
  readonly outputs: readonly PlannedOutput[];
  /**
   * What the inputs leave over, or the most that the network may take. In the smallest unit of the coin that fees are
   * paid in (`coins/coin.ts`): the coin's own, or for tokens that of their network.
   */
  readonly fee: bigint;
  /** As in `FeeQuotes`, of this fee. */
  readonly tip?: bigint;
  /** The last block that may hold it, where the network knows such an end (XRP `LastLedgerSequence`). */
  readonly expiresAtHeight?: number;
  /** What it may use up in the network's own unit, where payments differ in that (ETH). */
  readonly gas?: number;
  /**
   * Instead of paying anybody, with no outputs. `require_tags` (XRP): has the network refuse payments to the sender
   * that lack a tag. `nothing`, of a sender: only uses up his number.
   */
  readonly setting?: TransferSetting;
}

export interface SignedTransfer {
  /** What is broadcast: hex, or JSON text on the simulated network. */
  readonly raw: string;
  readonly txid: string;
}

/** Makes the signed bytes of a plan. Pure: the same plan and keys give the same bytes. */
export type SignTransfer = (
  plan: TransferPlan,
  keyOf: (address: string) => Uint8Array,
) => SignedTransfer;

export type Broadcast =
  | { readonly kind: 'accepted' }
  /** The node has it already, in the mempool or in a block. */
  | { readonly kind: 'known' }
  /**
   * In the node's words. No proof of anything: the same bytes may be accepted later. `waits`: nothing is wrong with it
   * but that its sender's number before it is not used up yet. `isForGood`: by the network's rules these bytes can
   * never be applied; where transfers expire, what pays it is not made a second time. `refusalKind`: what the
   * program acts on; `conflict`: the node keeps the transaction that it has, whatever a replacement pays.
   */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly waits?: true;
      readonly isForGood?: true;
      readonly refusalKind?: 'conflict';
    };

/** An account as the best chain has it (ETH, XRP). */
export interface AccountState {
  /** Confirmed, less what the network wants kept in the account. */
  readonly spendable: bigint;
  /** The number that its next transfer uses up. */
  readonly nextNumber: number;
  /** XRP: whether the network refuses payments to it that lack a tag. */
  readonly requiresTags?: boolean;
  /** Tokens: what the address holds, confirmed, of the coin that fees are paid in. */
  readonly forFees?: bigint;
}

/** A transaction in a block that uses up something of a plan: input `index`, or for numbers 0. */
export interface Spender {
  readonly index: number;
  readonly txid: string;
  readonly block: BlockRef;
}

export interface TransferResult {
  /** Mined, yet nothing was paid, or not what was planned (ETH revert, XRP tec codes, a token's missing log). */
  readonly hasFailed: boolean;
  /** Not failed, and yet not what was planned: something left the sender (a token that keeps a fee). */
  readonly movedOtherwise?: boolean;
  /** Of a failure: in the network's words. */
  readonly reason?: string;
  /** Of a failure: the sender held too little, which is not the payee's doing. Final, so it may be paid again. */
  readonly lackedFunds?: boolean;
  /** What the network took, in the unit of the plan's fee; null when it is what was planned. */
  readonly fee: bigint | null;
}

/** A payment from a sender that is likely, and may hold too little: an address of ours. */
export interface PaymentFrom extends PlannedOutput {
  readonly sender: string;
}

/** Transfers that end by themselves (XRP). */
export interface TransferExpiry {
  /** How many blocks after it was planned a transfer may still be in one. */
  readonly blocks: number;
  /** True on proof that no block holds the transfer of a plan or ever will. Throws ChainUnavailable. */
  isProven(plan: TransferPlan): Promise<boolean>;
}

export interface TransferNetwork {
  readonly coin: string;
  readonly model: 'outputs' | 'sequence';
  /** Whether an unconfirmed transfer can be replaced by a more expensive one that spends the same. */
  readonly isReplaceable: boolean;
  /** The least change that is worth an output of its own; less goes to the fee. */
  readonly dust: bigint;
  /** The least amount that nodes relay to an address (canonical), whatever the fee; 0 where there is no such rule. */
  dustOf(address: string): bigint;
  /** Throws ChainUnavailable when the node cannot be asked. */
  feeQuotes(): Promise<FeeQuotes>;
  /** The fee of a transfer of another shape, at a quote for an ordinary payment. Rounded up. */
  feeFor(quote: bigint, shape: TransferShape): bigint;
  /** Absent where a transfer stays valid until something else uses up what it uses. */
  readonly expiry?: TransferExpiry;
  /**
   * Where outputs are spent: what each input of a plan holds, in a block or in the mempool; null where the node knows
   * it as spent, or not at all. Throws ChainUnavailable.
   */
  amountsOf?(plan: TransferPlan): Promise<readonly (bigint | null)[]>;
  /** ETH and XRP only. */
  account(address: string): Promise<AccountState>;
  /** Where payees differ in what paying them uses up (ETH, tokens): how much that is now. Throws ChainUnavailable. */
  gasFor?(payment: PaymentFrom): Promise<number>;
  /** Where the network may take a fee and pay nothing (ETH, XRP): why it would do that now; null when it would pay. */
  refusalOf?(payment: PaymentFrom): Promise<PayeeRefusal | null>;
  broadcast(transfer: SignedTransfer): Promise<Broadcast>;
  /** `plan`: what it was to do, where the transaction alone does not tell whether it did (tokens). */
  outcome(txid: string, block: BlockRef, plan?: TransferPlan): Promise<TransferResult>;
  /** Who in the best chain's blocks above a height uses up what the plan uses up. Its own transaction too. */
  spendersOf(plan: TransferPlan, aboveHeight: number): Promise<readonly Spender[]>;
  close(): void;
}

export interface TransferShape {
  /** 0 where the coin has none. */
  readonly inputs: number;
  /** Addresses paid, change included. */
  readonly outputs: readonly string[];
  /** As in the plan. */
  readonly gas?: number | undefined;
}

/** How one coin is sent: through whom, and what the signer needs to know of it. */
export interface SendingFamily {
  readonly network: TransferNetwork;
  readonly sign: SignTransfer;
}
