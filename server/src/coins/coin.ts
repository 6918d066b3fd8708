// The static definition of a coin: an asset (priced, owned and posted) on a network (addresses, nodes, fees,
// confirmations). Each file in coins/definitions/ defines one coin, and no code outside that folder names a coin. All
// fields are required, so that the compiler reports missing ones.
import type { Currency, Units } from '../core/money.ts';
import type { Nodes } from './nodes.ts';

/** The sandbox uses `test`. */
export type Network = 'main' | 'test' | 'regtest';

/** The canonical address and, on XRP, the tag. */
export interface Destination {
  readonly address: string;
  readonly tag: number | null;
}

/** In ascending order (null: any amount). From wire.md (h) and part 1.2, unless a definition says otherwise. */
export interface ConfirmationTier {
  /** Decimal text, in whole coins. */
  readonly upTo: string | null;
  readonly confirmations: number;
}

export interface SmallestPayment {
  /** The smallest output that nodes relay to one of our addresses, in the smallest unit. */
  readonly dust: bigint;
  /** The cost of spending a deposit, as a fraction of the cost of a simple payment. */
  readonly spending: { readonly part: bigint; readonly of: bigint };
}

/** A balance in a contract on another coin's network (ERC-20). */
export interface Token {
  /** Canonical. Only transfers of this contract are the coin. Null: the operator configures it. */
  readonly contracts: Readonly<Record<Network, string | null>>;
  /** The contract's decimals: at least the asset's own scale. */
  readonly decimals: number;
  /** Allowed names on the main network: issuers rename theirs. */
  readonly symbols: readonly string[];
  withContract(network: Network, contract: string): Coin;
}

export interface Asset extends Units {
  /** Used in accounts, prices and the API: the same on all networks of the asset. */
  readonly asset: Currency;
  readonly name: string;
  /** Offered only if CHAINTILL_COINS (for tokens, CHAINTILL_TOKENS) lists it. */
  readonly isOptional: boolean;
  /** Null for a network's own coin. */
  readonly token: Token | null;
  /** Invoices round their pay amount up to this many decimals (BTC: 6, wire.md (d2)). */
  readonly payPrecision: number;
  readonly confirmationTiers: readonly ConfirmationTier[];
  /** Other codes for it in address lists. */
  readonly aliases: readonly string[];
  readonly rates: RateFacts;
  readonly limits: LimitTexts;
  readonly demo: DemoFacts;
}

export interface RateFacts {
  /** The sandbox price of one unit, in euros. */
  readonly sandbox: string;
  /** By source name. Sources that need symbols (Kraken) are queried only for those listed here. */
  readonly symbols: Readonly<Record<string, string>>;
}

/**
 * In the coin that fees are paid in. `perTransfer`: the fee of about a hundred inputs when fees are high, or many times
 * the fee of a plain payment. `free`: allowed however small the payment is.
 */
export interface FeeLimitTexts {
  readonly perTransfer: string;
  readonly perDay: string;
  readonly free: string;
}

/** The signer's default limits (keys/signer-limits.ts). Decimal texts. */
export interface LimitTexts {
  /** Excluding the network fee. */
  readonly perTransfer: string;
  /** Amounts and fees of any 24 hours. */
  readonly perDay: string;
  readonly fees: FeeLimitTexts;
  /** Triggers an alert: 10 to 15 euros at the prices of 2026. Null when fees are paid in another coin. */
  readonly feeLoss: string | null;
}

/** The data of the sandbox and `chaintill demo`. Decimal texts; addresses of the test network. */
export interface DemoFacts {
  readonly balance: string;
  /** The wallet's initial funding, in several payments. */
  readonly wallet: { readonly pieces: number; readonly amount: string };
  readonly channelPayment: string;
  /** An external address, for example from BIP-173 or EIP-55. Null: the demo makes no payouts in this coin. */
  readonly payee: string | null;
  /** Null: the addresses of the network are used. */
  readonly highRiskPayee: string | null;
}

export interface NetworkDefinition {
  /** On the wire, for example `bitcoin` (wire.md (h)). */
  readonly network: string;
  readonly networkName: string;
  readonly feeCoin: string;
  readonly nodes: Nodes;
  readonly blockSeconds: number;
  /** Whether a fee bump can replace an unconfirmed transaction. */
  readonly isReplaceable: boolean;
  /** The blocks after which an unconfirmed transfer is stuck: 5 to 30 minutes. Null where transfers expire. */
  readonly stuckAfterBlocks: number | null;
  /** Of a simple payment in the sandbox, in the smallest unit. */
  readonly baselineFee: bigint;
  /** The levels in the default list of network fees (wire.md (c)): all on BTC, as recorded. */
  readonly feeLevelsShown: 'all' | 'average';
  /** Set on networks whose destinations have a tag (XRP). */
  readonly destinationTag: { readonly required: boolean; readonly name: string } | null;
  readonly smallest: SmallestPayment;
  /** For example m/84'/0'/0'. */
  accountPath(network: Network): string;
  /** On XRP always the same account. */
  deriveAddress(extendedPublicKey: string, index: number, network: Network): string;
  /** Null when the address is not valid on the network. On XRP, the text may be `r...?dt=5`. */
  parseAddress(text: string, network: Network): Destination | null;
  /** Whether a canonical address is in the lists of unspendable ones. */
  isUnspendable(address: string, network: Network): boolean;
  /** Null when the script pays no address. Present on chains that pay to scripts. */
  addressOfScript?(script: Uint8Array, network: Network): string | null;
  /** An output's script, and the token before it, if any (BCH). Null when malformed. */
  splitScript?(
    bytes: Uint8Array,
  ): { readonly token: CarriedToken | null; readonly script: Uint8Array } | null;
  /** In wire form: with `?dt=` on XRP. */
  formatAddress(destination: Destination): string;
  /** With an amount (in the smallest unit) for invoices, without for channels (wire.md (h)). */
  paymentUri(destination: Destination, amount: bigint | null, network: Network): string;
  /** Null on regtest. */
  explorerUrl(txid: string, network: Network): string | null;
}

/** Deliberately not a `Currency`: postings and prices use its `asset`, on-chain items its `code`. */
export interface Coin extends Asset, NetworkDefinition {
  /** `USDC` on the asset's first network, `USDC.polygon` on any other. */
  readonly code: string;
}

/** The database parses this form (`asset_of`). */
function codeOn({ code }: Currency, { network }: Pick<NetworkDefinition, 'network'>): string {
  return `${code}.${network}`;
}

/** Without the token standard of `Ethereum (ERC20)`, which does not apply to the network's own coin. */
export function networkLabel({ networkName, token }: Coin): string {
  return token === null ? networkName.replace(/ \([A-Z]+\d+\)$/, '') : networkName;
}

export function assetCode(coinCode: string): string {
  return coinCode.split('.', 1)[0] ?? coinCode;
}

/** `USDC`, `USDC on polygon`. */
export function coinLabel(coinCode: string): string {
  return coinCode.replace('.', ' on ');
}

/** On an output (CashTokens), which the wallet excludes (docs/decisions/0071-tokens-beside-coins.md). */
export interface CarriedToken {
  /** 32 bytes in hex. */
  readonly category: string;
  /** Fungible tokens, in the smallest unit; 0: none. */
  readonly amount: string;
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

type Own = Partial<
  Pick<NetworkDefinition, 'accountPath' | 'paymentUri' | 'smallest' | 'baselineFee'>
>;

type AssetFacts = Omit<Asset, 'scale' | 'precision'> & Own & { readonly on: NetworkDefinition };

/** The default export of a definition file: an asset on its first network. */
export function defineAsset(asset: AssetFacts): Coin {
  return placed(asset, asset.asset.code);
}

/** An asset on an additional network, where operators can enable it. */
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
