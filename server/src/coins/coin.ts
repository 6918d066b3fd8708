// What the product knows of a coin without asking any node. A coin is an asset (what is priced, owned and booked) on a
// network (addresses, nodes, fees, depth). One file in coins/definitions/ says all of one coin, and nothing outside of
// that folder names one; `coins/registry.ts` loads them. All fields are required: the compiler names what is missing.
import type { Currency, Units } from '../core/money.ts';
import type { Nodes } from './nodes.ts';

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
  /** In what the contract counts: at least the asset's own scale. */
  readonly decimals: number;
  /** What the contract may call itself on the main network: issuers rename theirs. */
  readonly symbols: readonly string[];
  /** The same coin with the contract that the operator names on a network. */
  withContract(network: Network, contract: string): Coin;
}

/** What is priced, owned and booked, and what is said of it on one network. */
export interface Asset extends Units {
  /** What accounts, prices and the interface know: the same on all networks of the asset. */
  readonly asset: Currency;
  /** Display name, `Bitcoin`. */
  readonly name: string;
  /** Offered only where the operator names it (CHAINTILL_COINS, or for tokens CHAINTILL_TOKENS). */
  readonly isOptional: boolean;
  /** Null for the coin of a network itself. */
  readonly token: Token | null;
  /** Decimals that an invoice's pay amount is rounded up at (BTC: 6, wire.md (d2)). */
  readonly payPrecision: number;
  readonly confirmationTiers: readonly ConfirmationTier[];
  /** Other codes by which lists of addresses call it. */
  readonly aliases: readonly string[];
  readonly rates: RateFacts;
  readonly limits: LimitTexts;
  readonly demo: DemoFacts;
}

/** Where its prices come from. */
export interface RateFacts {
  /** Euros for one, in the sandbox. */
  readonly sandbox: string;
  /** What sources call it, by their names. Those that must be told ask for nothing that is not here (Kraken). */
  readonly symbols: Readonly<Record<string, string>>;
}

/** What a signer lets out until its operator says otherwise (keys/signer-limits.ts). Decimal texts. */
export interface LimitTexts {
  /** Without the network's fee. */
  readonly perTransfer: string;
  /** Amounts and fees of any 24 hours. */
  readonly perDay: string;
  /** In the coin that fees are paid in: for one transfer, for 24 hours, and up to which nobody asks what it pays. */
  readonly fees: { readonly perTransfer: string; readonly perDay: string; readonly free: string };
  /**
   * What the network may take beyond what merchants paid before it is an alarm: ten to fifteen euros at the prices of
   * 2026. Null where fees are paid in another coin.
   */
  readonly feeLoss: string | null;
}

/** What the sandbox and `chaintill demo` play with. Decimal texts; addresses of the test network. */
export interface DemoFacts {
  /** Balance of the demo project. */
  readonly balance: string;
  /** What the wallet is given on its first start, in pieces: enough for all balances in this one coin, and for fees. */
  readonly wallet: { readonly pieces: number; readonly amount: string };
  /** What a channel is paid when nobody says how much. */
  readonly channelPayment: string;
  /** Somebody else's address. Null: the demo plays no payouts in it. */
  readonly payee: string | null;
  /** A destination of high risk, so that a payout can be seen to be refused. Null: it has those of its network. */
  readonly highRiskPayee: string | null;
}

/** The chain that an asset lives on. */
export interface NetworkDefinition {
  /** Network code on the wire, `bitcoin`, and its display name (wire.md (h)). */
  readonly network: string;
  readonly networkName: string;
  /** Code of the coin that the network's fees are paid in. */
  readonly feeCoin: string;
  /** The family of its nodes, and what that family needs to know of it. */
  readonly nodes: Nodes;
  /** Usual distance between blocks. */
  readonly blockSeconds: number;
  /** Whether an unconfirmed transaction can be replaced by one that pays more. */
  readonly isReplaceable: boolean;
  /** Blocks without it after which a transfer is stuck; null where transfers end by themselves. */
  readonly stuckAfterBlocks: number | null;
  /** What a simple payment costs on a quiet day of the sandbox, in the smallest unit. */
  readonly baselineFee: bigint;
  /** Which levels the list of network fees shows unasked (wire.md (c)): all on BTC, as recorded. */
  readonly feeLevelsShown: 'all' | 'average';
  /** Present where a destination needs a tag (XRP). */
  readonly destinationTag: { readonly required: boolean; readonly name: string } | null;
  readonly smallest: SmallestPayment;
  /** Path of the account whose extended public key makes the deposit addresses, for example m/84'/0'/0'. */
  accountPath(network: Network): string;
  /** Address number `index` of an account, given by its serialised xpub. On XRP the one account. */
  deriveAddress(extendedPublicKey: string, index: number, network: Network): string;
  /** Reads an address as a merchant writes it (`r...?dt=5` on XRP); null when not valid on the network. */
  parseAddress(text: string, network: Network): Destination | null;
  /** Whether nobody can own a canonical address, as the lists with their sources say (`codecs/*unspendable*`). */
  isUnspendable(address: string, network: Network): boolean;
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
 * An asset on one of its networks. It is no `Currency`: what is booked, priced or shown names its `asset`, what is on a
 * chain its `code`. Amounts are counted in the same unit on all networks.
 */
export interface Coin extends Asset, NetworkDefinition {
  /** The asset's own on its first network, `USDC`; on a further one with the network's, `USDC.polygon`. */
  readonly code: string;
}

/** Of an asset on a network that is not its first. The database knows the form as well (`asset_of`). */
function codeOn({ code }: Currency, { network }: Pick<NetworkDefinition, 'network'>): string {
  return `${code}.${network}`;
}

/**
 * The network as payers are told it. Its display name may say which tokens it carries, `Ethereum (ERC20)`; its own coin
 * is none of them.
 */
export function networkWords({ networkName, token }: Coin): string {
  return token === null ? networkName.replace(/ \([A-Z]+\d+\)$/, '') : networkName;
}

/** The asset of a coin, by the code of the coin. */
export function assetCode(coinCode: string): string {
  return coinCode.split('.', 1)[0] ?? coinCode;
}

/** A coin for those who know nothing of its code: `USDC`, `USDC on polygon`. */
export function coinWords(coinCode: string): string {
  return coinCode.replace('.', ' on ');
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

/** Checks that a network's facts are complete. */
export function defineNetwork(networkDefinition: NetworkDefinition): NetworkDefinition {
  return networkDefinition;
}

/** What an asset on a network has of its own although others have it of their network (tokens). */
type Own = Partial<
  Pick<NetworkDefinition, 'accountPath' | 'paymentUri' | 'smallest' | 'baselineFee'>
>;

/** What a definition file says of an asset. */
type AssetFacts = Omit<Asset, 'scale' | 'precision'> & Own & { readonly on: NetworkDefinition };

/** Puts an asset on its first network. A definition file's default export. */
export function defineAsset(asset: AssetFacts): Coin {
  return placed(asset, asset.asset.code);
}

/** Puts an asset that is on another network already on a further one: operators name it there. */
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
