// What the product knows of a coin without asking any node: its money, its addresses, its URIs.
// One file in coins/definitions/ per coin; `coins/registry.ts` loads them all.
import type { Currency } from '../core/money.ts';

/** Which network addresses and keys belong to. Sandbox uses `test`. */
export type Network = 'main' | 'test' | 'regtest';

/** A destination as parsed from the wire: canonical address and, on XRP, the tag. */
export interface Destination {
  readonly address: string;
  readonly tag: number | null;
}

/** Confirmations needed for a deposit of at most `upTo` (null: any amount). Tiers in rising order. */
export interface ConfirmationTier {
  /** Decimal text in the coin. */
  readonly upTo: string | null;
  readonly confirmations: number;
}

/** What a payment must bring to be worth spending. */
export interface SmallestPayment {
  /** The least that nodes pass on to one of our addresses, in the smallest unit. */
  readonly dust: bigint;
  /** What spending it costs, as a part of what a simple payment costs. */
  readonly spending: { readonly part: bigint; readonly of: bigint };
}

/** A coin that is a contract's entry on another coin's network (ERC-20). */
export interface Token {
  /** The allow-list: the one contract per network whose transfers are this coin, canonical; null: none is known. */
  readonly contracts: Readonly<Record<Network, string | null>>;
  /** The same coin with the contract that the operator names on a network. */
  withContract(network: Network, contract: string): Coin;
}

export interface Coin extends Currency {
  readonly kind: 'coin';
  /** Display name, `Bitcoin`. */
  readonly name: string;
  /** Network code on the wire, `bitcoin`, and its display name (wire.md (h)). */
  readonly network: string;
  readonly networkName: string;
  /** Code of the coin that the network's fees are paid in: its own, or for tokens that of the network. */
  readonly feeCoin: string;
  /** Null for the coin of a network itself. */
  readonly token: Token | null;
  /** Present where a destination needs a tag (XRP). */
  readonly destinationTag: { readonly required: boolean; readonly name: string } | null;
  /** Decimals that an invoice's pay amount is rounded up at (BTC: 6, wire.md (d2)). */
  readonly payPrecision: number;
  readonly confirmationTiers: readonly ConfirmationTier[];
  readonly smallest: SmallestPayment;
  /** Path of the account whose extended public key makes the deposit addresses, for example m/84'/0'/0'. */
  accountPath(network: Network): string;
  /** Address number `index` of an account, given by its serialised xpub. On XRP the one account. */
  deriveAddress(extendedPublicKey: string, index: number, network: Network): string;
  /** Reads an address as a merchant writes it (`r...?dt=5` on XRP); null when not valid on the network. */
  parseAddress(text: string, network: Network): Destination | null;
  /**
   * The canonical address that an output script pays, null when it pays none. Present where chains pay scripts (BTC,
   * LTC, BCH).
   */
  addressOfScript?(script: Uint8Array, network: Network): string | null;
  /**
   * What an output holds: its script, and a token that it carries before it. Null when it cannot be read. Present where
   * outputs may carry tokens (BCH).
   */
  splitScript?(
    bytes: Uint8Array,
  ): { readonly token: CarriedToken | null; readonly script: Uint8Array } | null;
  /** The address as shown on the wire: with `?dt=` on XRP. */
  formatAddress(destination: Destination): string;
  /** Payment URI; with an amount for invoices, without for channels (wire.md (h)). Amount in the smallest unit. */
  paymentUri(destination: Destination, amount: bigint | null, network: Network): string;
  /** Link to a block explorer, shown on pages and in the dashboard; null on regtest. */
  explorerUrl(txid: string, network: Network): string | null;
}

/**
 * A token beside the coins of an output (CashTokens). Spending the output without a word of it is invalid, so it is
 * kept apart (docs/decisions/0071-tokens-beside-coins.md).
 */
export interface CarriedToken {
  /** 32 bytes in hex, as explorers show it. */
  readonly category: string;
  /** Of fungible tokens, in their smallest unit, as text; 0: none. */
  readonly amount: string;
  /** One that is not fungible. */
  readonly nft: {
    readonly capability: 'none' | 'mutable' | 'minting';
    /** In hex; may be empty. */
    readonly commitment: string;
  } | null;
}

/** Names the type of a definition file's default export. */
export function defineCoin(coin: Coin): Coin {
  return coin;
}
