// The node families, and the network properties that each needs.
import { NUMBERS_OF_CHAIN } from './codecs/receiving-key.ts';
import type { FeeLimitTexts, Network } from './coin.ts';

export type Nodes = BitcoindNodes | EvmNodes | RippledNodes;

/** Bitcoin Core and its relatives: transactions spend outputs. */
export interface BitcoindNodes {
  readonly family: 'bitcoind';
  /** Block 0 of each chain, by its name in getblockchaininfo. */
  readonly chains: Readonly<Record<Network, Readonly<Record<string, string>>>>;
  /** By chain: blocks after a fork from a chain with the same block 0, in ascending order. */
  readonly landmarks: Readonly<Record<string, readonly Landmark[]>>;
  /** In `subversion`, where another coin has the same block 0. Null: not checked. */
  readonly software: RegExp | null;
  readonly base58: Readonly<Record<Network, Base58Versions>>;
  /** Our inputs: P2WPKH (`witness`), or P2PKH with the signatures of Bitcoin Cash or of original Bitcoin. */
  readonly transactions: 'witness' | 'cash' | 'legacy';
  readonly blocks: BlockFormat;
  /** Confirmations before the outputs of a coinbase or of an extension block can be spent. */
  readonly maturity: {
    readonly coinbase: Readonly<Record<Network, number>>;
    readonly hogex: number | null;
  };
  /** In the smallest unit per 1000 bytes. */
  readonly feeRate: {
    /** Nodes relay nothing below this rate (`-minrelaytxfee`). */
    readonly relayed: bigint;
    readonly least: bigint;
    readonly most: bigint;
    /** Used when a node has no estimate. */
    readonly fallback: bigint;
  };
  /** The smallest relayed output: by a rate per 1000 bytes (`-dustrelayfee`), or fixed. */
  readonly dust: { readonly rate: bigint } | { readonly each: bigint };
  /** Miners select by the combined fee of a transaction and its ancestors (CPFP). */
  readonly takesPackages: boolean;
  /** Nodes reject long chains of unconfirmed transactions. */
  readonly limitsChains: boolean;
  /** Nodes relay proofs of double-spends (BCHN). */
  readonly hasDoubleSpendProofs: boolean;
  readonly refusalFormat: RefusalFormat;
}

/** Differences between the block bytes and Bitcoin's original format. Verified with a recorded block of the chain. */
export interface BlockFormat {
  /** `unverified`: not double SHA-256, so the node is trusted about which block it is. */
  readonly headerHash: 'double_sha256' | 'unverified';
  /** A proof of work from another chain is between the header and the transactions (Dogecoin Core, auxpow.h). */
  readonly isMergeMined: boolean;
  /** A marker in a transaction announces witnesses (BIP-144), or Litecoin's extension (LIP-4). */
  readonly markers: readonly ('witness' | 'extension')[];
  /** Transactions with a type in the upper half of their version have a payload after the lock time (Dash, DIP-2). */
  readonly hasPayloads: boolean;
}

/** Rejections: `dust, details` (`plain`), `dust (code 64)` (`code_last`) or `64: dust` (`code_first`). */
export type RefusalFormat = 'plain' | 'code_last' | 'code_first';

export interface Base58Versions {
  readonly keyHash: number;
  /** The first is the canonical one, the others are only parsed. */
  readonly scriptHash: readonly [number, ...number[]];
}

export type Landmark = readonly [height: number, hash: string];

/** Ethereum nodes: transactions with nonces, fees in gas, contracts. */
export interface EvmNodes {
  readonly family: 'evm';
  /** In payment URIs (EIP-681) and in every signature (EIP-155). */
  readonly chainIds: Readonly<Record<Network, number>>;
  /** Networks share keys, so each issues addresses from its own range, a chain of the account. Must never change. */
  readonly addressRange: number;
  /** How far behind the tip the network's finality levels are. */
  readonly finality: { readonly safe: number; readonly finalized: number };
  /** The maximum gas of ordinary payments: of the network's own coin to an address without code, and of a token. */
  readonly gas: { readonly payment: number; readonly token: number };
  /** In the smallest unit of the coin that fees are paid in. */
  readonly gasPrice: {
    /** The minimum above the base fee that nodes and block producers require. */
    readonly leastTip: bigint;
    readonly mostTip: bigint;
    /** Keeps a faulty node from draining the wallet. */
    readonly most: bigint;
  };
  /**
   * How a rollup charges for data. `none`: not a rollup. `in_gas`: a payment uses more gas, as the node estimates
   * (Arbitrum). `apart`: charged in addition to gas, at a price that the network reports (OP stack).
   */
  readonly dataFee: 'none' | 'in_gas' | 'apart';
  /** What all tokens on the network share. A token transfer uses about three times the gas of a payment. */
  readonly tokens: {
    readonly confirmations: number;
    /** Of an ordinary transfer in the sandbox, in the smallest unit of the coin that fees are paid in. */
    readonly baselineFee: bigint;
    readonly fees: FeeLimitTexts;
  };
}

/** XRP Ledger nodes: transactions with sequences, accounts with a reserve, destination tags. */
export interface RippledNodes {
  readonly family: 'rippled';
  readonly reserve: bigint;
  /** Ten thousand times the ordinary cost. Keeps a node that reports wrong fees from draining the wallet. */
  readonly feeMost: bigint;
  /** In the sandbox, an account with DepositAuth. */
  readonly refusingPayee: { readonly address: string; readonly failure: string };
  readonly failingPayee: { readonly address: string; readonly failure: string };
  /** In the sandbox, an account that requires a destination tag (RequireDest). */
  readonly taggedPayee: { readonly address: string; readonly failure: string };
}

export function firstAddressOf(nodes: Nodes): number {
  return nodes.family === 'evm' ? nodes.addressRange * NUMBERS_OF_CHAIN : 0;
}

/** Throws for networks of other families. */
export function evmNodes({ network, nodes }: { network: string; nodes: Nodes }): EvmNodes {
  if (nodes.family === 'evm') return nodes;
  throw new Error(`${network} has no nodes of the evm family`);
}
