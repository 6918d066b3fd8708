// The static definition of a coin, known without any node. A coin is an asset (priced, owned and posted) on a network
// (addresses, nodes, fees, confirmation depth). One file in coins/definitions/ defines everything about one coin, and
// no code outside that folder names a coin; `coins/registry.ts` loads them. All fields are required, so that the
// compiler reports missing ones.
import type { Currency, Units } from '../core/money.ts';
import type { Nodes } from './nodes.ts';

/** The network that addresses and keys belong to. The sandbox uses `test`. */
export type Network = 'main' | 'test' | 'regtest';

/** A destination as parsed from the wire: the canonical address and, on XRP, the tag. */
export interface Destination {
  readonly address: string;
  readonly tag: number | null;
}

/** Confirmations required for a deposit of at most `upTo` (null: any amount). Tiers in ascending order. */
export interface ConfirmationTier {
  /** Decimal text, in whole coins. */
  readonly upTo: string | null;
  readonly confirmations: number;
}

/** The thresholds for a payment that is worth spending. */
export interface SmallestPayment {
  /** The smallest amount that nodes relay to one of our addresses, in the smallest unit. */
  readonly dust: bigint;
  /** The cost of spending it, as a fraction of the cost of a simple payment. */
  readonly spending: { readonly part: bigint; readonly of: bigint };
}

/** A coin that is a balance in a contract on another coin's network (ERC-20). */
export interface Token {
  /** The allowlist: the one contract per network whose transfers are this coin, canonical. Null: none is known. */
  readonly contracts: Readonly<Record<Network, string | null>>;
  /** The contract's decimals: at least the asset's own scale. */
  readonly decimals: number;
  /** Names that the contract may report on the main network: issuers rename theirs. */
  readonly symbols: readonly string[];
  /** The same coin with the contract that the operator configured for a network. */
  withContract(network: Network, contract: string): Coin;
}

/** The part that is priced, owned and posted, with its properties on one network. */
export interface Asset extends Units {
  /** The currency in accounts, prices and the API: the same on all networks of the asset. */
  readonly asset: Currency;
  /** Display name, `Bitcoin`. */
  readonly name: string;
  /** Offered only if the operator enables it (CHAINTILL_COINS, or for tokens CHAINTILL_TOKENS). */
  readonly isOptional: boolean;
  /** Null for a network's own coin. */
  readonly token: Token | null;
  /** The decimals to which an invoice's pay amount is rounded up (BTC: 6, wire.md (d2)). */
  readonly payPrecision: number;
  readonly confirmationTiers: readonly ConfirmationTier[];
  /** Other codes for it in address lists. */
  readonly aliases: readonly string[];
  readonly rates: RateFacts;
  readonly limits: LimitTexts;
  readonly demo: DemoFacts;
}

/** The sources of its prices. */
export interface RateFacts {
  /** The sandbox price of one unit, in euros. */
  readonly sandbox: string;
  /**
   * Its symbols at the price sources, by source name. Sources that need symbols (Kraken) are queried only for those
   * listed here.
   */
  readonly symbols: Readonly<Record<string, string>>;
}

/** The signer's default limits until its operator changes them (keys/signer-limits.ts). Decimal texts. */
export interface LimitTexts {
  /** Excluding the network fee. */
  readonly perTransfer: string;
  /** Amounts and fees of any 24 hours. */
  readonly perDay: string;
  /**
   * In the coin that fees are paid in: the maximum per transfer, the maximum per 24 hours, and the fee that is allowed
   * however small the payment is.
   */
  readonly fees: { readonly perTransfer: string; readonly perDay: string; readonly free: string };
  /**
   * The network fees above what merchants paid that trigger an alert: ten to fifteen euros at the prices of 2026. Null
   * when fees are paid in another coin.
   */
  readonly feeLoss: string | null;
}

/** The data of the sandbox and `chaintill demo`. Decimal texts; addresses of the test network. */
export interface DemoFacts {
  /** The demo project's balance. */
  readonly balance: string;
  /** The wallet's initial funding, in several payments: enough for all balances in this one coin, and for fees. */
  readonly wallet: { readonly pieces: number; readonly amount: string };
  /** The default amount of a channel payment. */
  readonly channelPayment: string;
  /** An external address. Null: the demo makes no payouts in this coin. */
  readonly payee: string | null;
  /** A high-risk destination, to demonstrate a rejected payout. Null: those of its network are used. */
  readonly highRiskPayee: string | null;
}

/** The chain that an asset is on. */
export interface NetworkDefinition {
  /** Network code on the wire, `bitcoin`, and its display name (wire.md (h)). */
  readonly network: string;
  readonly networkName: string;
  /** Code of the coin that the network's fees are paid in. */
  readonly feeCoin: string;
  /** The family of its nodes, and the properties that the family needs. */
  readonly nodes: Nodes;
  /** The usual block interval. */
  readonly blockSeconds: number;
  /** Whether an unconfirmed transaction can be replaced by one that pays more. */
  readonly isReplaceable: boolean;
  /** The number of blocks after which an unconfirmed transfer is stuck; null on networks where transfers expire. */
  readonly stuckAfterBlocks: number | null;
  /** The sandbox's baseline fee of a simple payment, in the smallest unit. */
  readonly baselineFee: bigint;
  /** The levels in the default list of network fees (wire.md (c)): all on BTC, as recorded. */
  readonly feeLevelsShown: 'all' | 'average';
  /** Set on networks whose destinations have a tag (XRP). */
  readonly destinationTag: { readonly required: boolean; readonly name: string } | null;
  readonly smallest: SmallestPayment;
  /**
   * The derivation path of the account whose extended public key creates the deposit addresses, for example
   * m/84'/0'/0'.
   */
  accountPath(network: Network): string;
  /** The address with this index in an account, given by its serialized xpub. On XRP always the same account. */
  deriveAddress(extendedPublicKey: string, index: number, network: Network): string;
  /** Parses an address in the merchant's notation (`r...?dt=5` on XRP); null when it is not valid on the network. */
  parseAddress(text: string, network: Network): Destination | null;
  /** Whether a canonical address is known to be unspendable, by the sourced lists (`codecs/*unspendable*`). */
  isUnspendable(address: string, network: Network): boolean;
  /**
   * The canonical address that an output script pays, null when there is none. Present on chains that pay to scripts
   * (BTC, LTC, BCH).
   */
  addressOfScript?(script: Uint8Array, network: Network): string | null;
  /**
   * The content of an output: its script, and the token before it, if any. Null when it cannot be parsed. Present where
   * outputs may carry tokens (BCH).
   */
  splitScript?(
    bytes: Uint8Array,
  ): { readonly token: CarriedToken | null; readonly script: Uint8Array } | null;
  /** The address in wire form: with `?dt=` on XRP. */
  formatAddress(destination: Destination): string;
  /** Payment URI: with an amount for invoices, without for channels (wire.md (h)). Amount in the smallest unit. */
  paymentUri(destination: Destination, amount: bigint | null, network: Network): string;
  /** Link to a block explorer, shown on pages and in the dashboard; null on regtest. */
  explorerUrl(txid: string, network: Network): string | null;
}

/**
 * An asset on one of its networks. Deliberately not a `Currency`: postings, prices and displayed amounts use its
 * `asset`, on-chain items its `code`. Amounts use the same unit on all networks.
 */
export interface Coin extends Asset, NetworkDefinition {
  /** On its first network, the asset's code, `USDC`; on any other network, with the network's name, `USDC.polygon`. */
  readonly code: string;
}

/** The code of an asset on a network that is not its first. The database parses the same form (`asset_of`). */
function codeOn({ code }: Currency, { network }: Pick<NetworkDefinition, 'network'>): string {
  return `${code}.${network}`;
}

/**
 * The network name shown to payers. The display name may include the token standard, `Ethereum (ERC20)`, which does not
 * apply to the network's own coin.
 */
export function networkLabel({ networkName, token }: Coin): string {
  return token === null ? networkName.replace(/ \([A-Z]+\d+\)$/, '') : networkName;
}

export function assetCode(coinCode: string): string {
  return coinCode.split('.', 1)[0] ?? coinCode;
}

/** A readable name for a coin code: `USDC`, `USDC on polygon`. */
export function coinLabel(coinCode: string): string {
  return coinCode.replace('.', ' on ');
}

/**
 * A token attached to an output (CashTokens). Spending the output without declaring the token is invalid, so such
 * outputs are kept out of the wallet (docs/decisions/0071-tokens-beside-coins.md).
 */
export interface CarriedToken {
  /** 32 bytes in hex, as explorers display it. */
  readonly category: string;
  /** Fungible tokens, in their smallest unit, as text; 0: none. */
  readonly amount: string;
  /** The non-fungible token. */
  readonly nft: {
    readonly capability: 'none' | 'mutable' | 'minting';
    /** In hex; may be empty. */
    readonly commitment: string;
  } | null;
}

/** Lets the compiler check that a network's properties are complete. */
export function defineNetwork(networkDefinition: NetworkDefinition): NetworkDefinition {
  return networkDefinition;
}

/** Properties that tokens define themselves; other assets take them from their network. */
type Own = Partial<
  Pick<NetworkDefinition, 'accountPath' | 'paymentUri' | 'smallest' | 'baselineFee'>
>;

/** The properties of an asset in its definition file. */
type AssetFacts = Omit<Asset, 'scale' | 'precision'> & Own & { readonly on: NetworkDefinition };

/** Places an asset on its first network. The default export of a definition file. */
export function defineAsset(asset: AssetFacts): Coin {
  return placed(asset, asset.asset.code);
}

/** Places an asset on an additional network, where operators can enable it. */
export function defineAssetOn(
  { asset, name, payPrecision, rates, demo }: Coin,
  place: Pick<AssetFacts, 'on' | 'token' | 'confirmationTiers' | 'limits'> & Own,
): Coin {
  const shared = { asset, name, payPrecision, rates, demo, isOptional: true, aliases: [] };
  return placed({ ...shared, ...place }, codeOn(asset, place.on));
}

function placed({ on, ...facts }: AssetFacts, code: string): Coin {
  const { scale, precision } = facts.asset;
  return { ...on, ...facts, scale, precision, code };
}
