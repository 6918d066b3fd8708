// The port for outgoing transfers; the Chain port only reads. A plan contains everything that the signed bytes depend
// on, so signing it again produces the same bytes. One suite, test/conformance/transfers, runs over every
// implementation.
import type { PAYEE_CODES } from '../contract/withdrawal-codes.ts';
import type { BlockRef } from './chain.ts';

export type FeeLevel = 'slow' | 'average' | 'fast';

/** The fee of one ordinary payment, in the smallest unit of the coin that fees are paid in. */
export type FeeQuotes = Readonly<Record<FeeLevel, bigint>> & {
  /** The part of each quote that may go to the block producer (ETH). Absent: all of it. */
  readonly tips?: Readonly<Record<FeeLevel, bigint>>;
};

export interface PlannedInput {
  readonly txid: string;
  readonly index: number;
  readonly address: string;
  readonly amount: bigint;
}

export interface PlannedOutput {
  /** Canonical (`coins/coin.ts`). */
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
}

/** Outputs (BTC, LTC, BCH), or one number of its sender (ETH nonce, XRP sequence). */
export type PlannedOrigin =
  | { readonly inputs: readonly PlannedInput[] }
  | { readonly sender: string; readonly number: number };

export type TransferSetting = 'require_tags' | 'nothing';

export interface TransferPlan {
  readonly coin: string;
  readonly origin: PlannedOrigin;
  readonly outputs: readonly PlannedOutput[];
  /** The remainder of the inputs, or the maximum charge, in the unit of the coin that fees are paid in. */
  readonly fee: bigint;
  /** As in `FeeQuotes`. */
  readonly tip?: bigint;
  /** XRP `LastLedgerSequence`. */
  readonly expiresAtHeight?: number;
  /** The gas limit (ETH). */
  readonly gas?: number;
  /**
   * Takes the place of outputs. `require_tags` (XRP): the network rejects payments to the sender that lack a tag.
   * `nothing`: the transfer only uses up the sender's nonce or sequence.
   */
  readonly setting?: TransferSetting;
}

export interface SignedTransfer {
  /** Hex, or JSON text on the simulated network. */
  readonly raw: string;
  readonly txid: string;
}

/** The same plan and keys give the same bytes. */
export type SignTransfer = (
  plan: TransferPlan,
  keyOf: (address: string) => Uint8Array,
) => SignedTransfer;

export type Broadcast =
  | { readonly kind: 'accepted' }
  /** In the mempool or in a block. */
  | { readonly kind: 'known' }
  /**
   * The node's wording. Proves nothing: the same bytes may be accepted later. `waits`: the only problem is an unused
   * earlier nonce or sequence of the sender. `isForGood`: by the network's rules, these bytes can never be applied; on
   * networks with expiry, the payout is not made a second time. `conflict`: the node keeps its existing transaction,
   * whatever a replacement pays.
   */
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly waits?: true;
      readonly isForGood?: true;
      readonly refusalKind?: 'conflict';
    };

/** An account as of the best chain (ETH, XRP). */
export interface AccountState {
  /** Confirmed, less the reserve that the network requires. */
  readonly spendable: bigint;
  /** The nonce or sequence of its next transfer. */
  readonly nextNumber: number;
  /** XRP: whether the network rejects payments to it that lack a tag. */
  readonly requiresTags?: boolean;
  /** Tokens: the confirmed balance of the address in the coin that fees are paid in. */
  readonly forFees?: bigint;
}

/** A transaction in a block that uses up part of a plan's origin: input `index`, or 0 for a nonce or sequence. */
export interface Spender {
  readonly index: number;
  readonly txid: string;
  readonly block: BlockRef;
}

export interface TransferResult {
  /** Mined, but nothing was paid, or not what was planned (ETH revert, XRP tec codes, a token's missing log). */
  readonly hasFailed: boolean;
  /** Not failed, but different from the plan: something left the sender (a token that keeps a fee). */
  readonly movedOtherwise?: boolean;
  /** For a failure: the reason, in the network's wording. */
  readonly reason?: string;
  /** The sender's balance was too low, so the payout may be repeated. */
  readonly lackedFunds?: boolean;
  /** The fee that the network charged, in the unit of the plan's fee; null when it is the planned fee. */
  readonly fee: bigint | null;
}

/** A payment from its probable sender, which may hold too little: one of our addresses. */
export interface PaymentFrom extends PlannedOutput {
  readonly sender: string;
}

/** Transfers that expire automatically (XRP). */
export interface TransferExpiry {
  /** The number of blocks after planning that may include a transfer. */
  readonly blocks: number;
  /** True on proof that no block includes the plan's transfer or ever will. Throws ChainUnavailable. */
  hasPassed(plan: TransferPlan): Promise<boolean>;
}

export interface TransferNetwork {
  readonly coin: string;
  readonly model: 'outputs' | 'sequence';
  /** Whether an unconfirmed transfer can be replaced by a more expensive one that spends the same. */
  readonly isReplaceable: boolean;
  /** The smallest change that gets its own output; less goes to the fee. */
  readonly dust: bigint;
  /** The smallest amount that nodes relay to a canonical address, whatever the fee; 0 without this rule. */
  dustOf(address: string): bigint;
  /** Throws ChainUnavailable when the node cannot be reached. */
  feeQuotes(): Promise<FeeQuotes>;
  /** The fee of a transfer of another shape, based on a quote for an ordinary payment. Rounded up. */
  feeFor(quote: bigint, shape: TransferShape): bigint;
  /** Absent on networks where a transfer pays one recipient. */
  readonly capacity?: TransferCapacity;
  /** Absent when a transfer stays valid until another transaction uses up its inputs, nonce or sequence. */
  readonly expiry?: TransferExpiry;
  /** Of each input, in a block or in the mempool; null when spent or unknown. Throws ChainUnavailable. */
  amountsOf?(plan: TransferPlan): Promise<readonly (bigint | null)[]>;
  /** ETH and XRP only. */
  account(address: string): Promise<AccountState>;
  /** On networks where recipients differ in gas use (ETH, tokens): the gas needed now. Throws ChainUnavailable. */
  gasFor?(payment: PaymentFrom): Promise<number>;
  /** On networks that may charge a fee and pay nothing (ETH, XRP): why that would happen now; null if it would pay. */
  refusalOf?(payment: PaymentFrom): Promise<PayeeRefusal | null>;
  broadcast(transfer: SignedTransfer): Promise<Broadcast>;
  /** `plan`: the intended transfer, needed where the transaction alone does not show whether it succeeded (tokens). */
  outcome(txid: string, block: BlockRef, plan?: TransferPlan): Promise<TransferResult>;
  /** On the best chain above a height. Includes the plan's own transaction. */
  spendersOf(plan: TransferPlan, aboveHeight: number): Promise<readonly Spender[]>;
  close(): void;
}

/** Sizes that determine fees: virtual bytes on coins with segwit, otherwise bytes. */
export interface TransferCapacity {
  /** The largest transaction that nodes relay. */
  readonly sizeMax: number;
  /** Of a payment with one input and change: the one that fees are quoted for. */
  readonly ordinarySize: number;
  sizeOf(shape: TransferShape): number;
}

export interface TransferShape {
  /** 0 where the coin has no inputs. */
  readonly inputs: number;
  /** Recipient addresses, change included. */
  readonly outputs: readonly string[];
  /** The gas in the plan. */
  readonly gas?: number | undefined;
}

/** How one coin is sent: its network, and what the signer needs to know about it. */
export interface SendingFamily {
  readonly network: TransferNetwork;
  readonly sign: SignTransfer;
}

// Why a network would reject a payment: a code, or the node's message (locales/<language>/reasons.json).

export type PayeeCode = (typeof PAYEE_CODES)[number];

export type PayeeRefusal = { readonly code: PayeeCode } | { readonly message: string };
