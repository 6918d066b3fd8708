// The families of nodes, and what each needs to know of a network. chains/families.ts opens one by the name that stands
// here; chains/simulated/rules.ts plays it in the sandbox. Part of a coin's definition.
import { NUMBERS_OF_CHAIN } from './codecs/receiving-key.ts';
import type { Network } from './coin.ts';

export type Nodes = BitcoindNodes | EvmNodes | RippledNodes;

/** Bitcoin Core and its relatives: transactions spend outputs. */
export interface BitcoindNodes {
  readonly family: 'bitcoind';
  /** What a node must show of its chain, to be of this coin. */
  readonly chains: readonly KnownChain[];
  /** How its nodes name themselves in `subversion`, where another coin has the same block 0; null: not asked. */
  readonly software: RegExp | null;
  /** Base58 version bytes by network. */
  readonly base58: Readonly<Record<Network, Base58Versions>>;
  /** `witness`: our inputs are P2WPKH. P2PKH otherwise, signed as Bitcoin Cash does (`cash`) or as Bitcoin once did. */
  readonly transactions: 'witness' | 'cash' | 'legacy';
  readonly blocks: BlockFormat;
  /** Confirmations before what a block itself makes can be spent: the miner's, and what leaves an extension block. */
  readonly maturity: {
    readonly coinbase: Readonly<Record<Network, number>>;
    readonly hogex: number | null;
  };
  /** In the smallest unit for 1000 bytes. */
  readonly feeRate: {
    /** Nodes pass on no less (`-minrelaytxfee`). */
    readonly relayed: bigint;
    /** We pay no less and no more. */
    readonly least: bigint;
    readonly most: bigint;
    /** Stands for an estimate that a node does not have. */
    readonly fallback: bigint;
  };
  /** The least output that nodes relay: at a rate for 1000 bytes (`-dustrelayfee`), or the same for every output. */
  readonly dust: { readonly rate: bigint } | { readonly each: bigint };
  /** Miners choose by what a transaction pays together with those that it needs, so spending its change helps it. */
  readonly takesPackages: boolean;
  /** Nodes refuse long chains of unconfirmed transactions. */
  readonly limitsChains: boolean;
  /** Nodes prove to each other that something is spent twice (BCHN). */
  readonly givesProofs: boolean;
  readonly refusalWords: RefusalWords;
}

/** Where the bytes of a block differ from those that Bitcoin began with. Shown by a recorded block of the chain. */
export interface BlockFormat {
  /**
   * What the hash of a block is made of its header with. `unverified`: with another function than double SHA-256, so
   * that the node's word is taken for which block it is; the transactions are proven by the header in every case.
   */
  readonly headerHash: 'double_sha256' | 'unverified';
  /** Work done on another chain stands between the header and the transactions (Dogecoin Core, auxpow.h). */
  readonly isMergeMined: boolean;
  /** A marker in a transaction announces witnesses (BIP-144), or Litecoin's extension (LIP-4). */
  readonly markers: readonly ('witness' | 'extension')[];
  /** Transactions with a type in the upper half of their version have a payload behind the lock time (Dash, DIP-2). */
  readonly hasPayloads: boolean;
}

/**
 * How nodes word a refusal: `dust, tx with dust output must be 0-fee` (`plain`), `dust (code 64)` (`code_last`) or
 * `64: dust` (`code_first`).
 */
export type RefusalWords = 'plain' | 'code_last' | 'code_first';

export interface Base58Versions {
  /** Of P2PKH. */
  readonly keyHash: number;
  /** Of P2SH; the first is the canonical one, the others are read only. */
  readonly scriptHash: readonly [number, ...number[]];
}

export interface KnownChain {
  readonly network: Network;
  /** `chain` of getblockchaininfo. */
  readonly chain: string;
  readonly genesis: string;
  /** Blocks after a fork from a sibling with the same block 0, in rising order. */
  readonly landmarks: readonly Landmark[];
}

/** A block that the right chain has and its siblings do not. */
export interface Landmark {
  readonly height: number;
  readonly hash: string;
}

/** Ethereum's: numbered transactions, fees in gas, contracts. */
export interface EvmNodes {
  readonly family: 'evm';
  /** In payment URIs (EIP-681) and in every signature (EIP-155). */
  readonly chainIds: Readonly<Record<Network, number>>;
  /**
   * Networks of the family have the same keys, and so the same addresses. Each gives out those of a range of its own,
   * so that an address has one owner whatever the network: a chain of the account beside BIP-44's external one, which
   * is Ethereum's. Fixed for ever.
   */
  readonly addressRange: number;
  /** How far behind the tip the network's own final blocks are. */
  readonly finality: { readonly safe: number; readonly finalized: number };
  /** What ordinary payments use up at most: of its own coin to an address without code, and of a token. */
  readonly gas: { readonly payment: number; readonly token: number };
  /** Bounds of what is offered for a unit of gas, in the smallest unit of the coin that fees are paid in. */
  readonly gasPrice: {
    /** Nodes and block makers take no less above the base fee. */
    readonly leastTip: bigint;
    readonly mostTip: bigint;
    /** Keeps a broken node from spending the wallet. */
    readonly most: bigint;
  };
  /**
   * Who pays for the data of a rollup. `none`: it is none. `in_gas`: a payment uses more gas, as the node estimates
   * (Arbitrum). `apart`: it is taken beside the gas, at a price that the network tells (OP stack).
   */
  readonly dataFee: 'none' | 'in_gas' | 'apart';
}

/** The XRP Ledger's: numbered transactions, accounts that must keep a reserve, tags. */
export interface RippledNodes {
  readonly family: 'rippled';
  /** What an account must keep, in the smallest unit. */
  readonly reserve: bigint;
  /**
   * The most for one transfer: ten thousand times the ordinary cost, above what the queue asked for in busy hours. It
   * keeps a node that names nonsense from spending the wallet (xrpl.org, "Transaction Cost").
   */
  readonly feeMost: bigint;
  /** In the sandbox, why paying an address fails (an account with DepositAuth): known before, or only after. */
  readonly refusingPayee: { readonly address: string; readonly failure: string };
  readonly failingPayee: { readonly address: string; readonly failure: string };
  /** In the sandbox, an account that takes no payment without a destination tag (RequireDest). */
  readonly taggedPayee: { readonly address: string; readonly failure: string };
}

/** The number of the first address that a coin gives out. */
export function firstAddressOf(nodes: Nodes): number {
  return nodes.family === 'evm' ? nodes.addressRange * NUMBERS_OF_CHAIN : 0;
}
