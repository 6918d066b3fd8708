// The ledger of the emulated rippled: accounts, validated ledgers, and the open one. One small mutable object, so that
// the server in front of it can stop and start with its state intact. See emulator.ts.
import { createHash } from 'node:crypto';
import { decodeAccountID } from 'ripple-address-codec';

export interface Account {
  balance: bigint;
  sequence: number;
  flags: number;
  /** Senders authorized to pay it (DepositPreauth); each is an entry that it owns. */
  authorised?: readonly string[];
  /** The transaction that last changed it, and its ledger; null at the start. */
  last: { txid: string; ledger: number } | null;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface Applied {
  readonly txid: string;
  readonly tx: Fields;
  readonly meta: Fields;
}

export interface Ledger {
  readonly index: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds since 2000-01-01. */
  readonly closeTime: number;
  readonly totalDrops: bigint;
  readonly transactions: readonly Applied[];
}

/** Submitted transactions that the server retains without having applied them. */
export interface Kept {
  readonly blob: string;
  readonly txid: string;
  /** The last open ledger in which it is retried. */
  readonly until: number;
}

export interface State {
  /** Validated ledgers that are kept, oldest first. */
  readonly ledgers: Ledger[];
  /** The accounts in the last validated ledger, and in the open one. */
  validated: Map<string, Account>;
  open: Map<string, Account>;
  openTransactions: Applied[];
  /** Blobs that wait until the open ledger's fee falls. */
  queue: string[];
  /** Retried with every ledger (rippled's LocalTxs and its map of held transactions). */
  kept: Kept[];
  /** All submitted transactions, by hash: `tx` returns them until the server restarts. */
  memory: Map<string, Fields>;
  /** Drops that a transaction must pay to enter the open ledger. */
  openLedgerFee: bigint;
  /** XRP that payments of issued currencies can buy on the only market. */
  liquidity: bigint;
  networkId: number | null;
  /** Makes the hashes of two emulators differ. */
  readonly seed: string;
}

export const BASE_FEE = 10n;
export const RESERVE_BASE = 1_000_000n;
export const RESERVE_INC = 200_000n;
export const FIRST_LEDGER = 2;
/** All XRP exists at the start (xrpl.org, "Start a New Genesis Ledger in Stand-Alone Mode"). */
export const GENESIS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ALL_DROPS = 100_000_000_000_000_000n;
/** lsfRequireDestTag. */
export const REQUIRE_TAG = 0x0002_0000;
/** lsfDepositAuth. */
export const DEPOSIT_AUTH = 0x0100_0000;

export function createState(seed: string, closeTime: number): State {
  const genesis: Account = { balance: ALL_DROPS, sequence: 1, flags: 0, last: null };
  const first: Ledger = {
    index: FIRST_LEDGER,
    hash: hashOf(`${seed} ledger ${FIRST_LEDGER}`),
    parentHash: hashOf(`${seed} ledger ${FIRST_LEDGER - 1}`),
    closeTime,
    totalDrops: ALL_DROPS,
    transactions: [],
  };
  return {
    ledgers: [first],
    validated: new Map([[GENESIS, genesis]]),
    open: new Map([[GENESIS, { ...genesis }]]),
    openTransactions: [],
    queue: [],
    kept: [],
    memory: new Map(),
    openLedgerFee: BASE_FEE,
    liquidity: ALL_DROPS,
    networkId: null,
    seed,
  };
}

export function lastLedger(state: State): Ledger {
  const last = state.ledgers.at(-1);
  if (last === undefined) throw new Error('there is a first ledger');
  return last;
}

export function openIndex(state: State): number {
  return lastLedger(state).index + 1;
}

/** Validates the open ledger and opens the next. */
export function closeLedger(state: State, now: number): Ledger {
  const parent = lastLedger(state);
  const index = parent.index + 1;
  const fees = state.openTransactions.reduce((sum, { tx }) => sum + BigInt(String(tx['Fee'])), 0n);
  const ledger: Ledger = {
    index,
    hash: hashOf(
      `${parent.hash} ledger ${index} ${state.openTransactions.map(({ txid }) => txid)}`,
    ),
    parentHash: parent.hash,
    closeTime: Math.max(parent.closeTime + 1, now),
    totalDrops: parent.totalDrops - fees,
    transactions: state.openTransactions,
  };
  state.ledgers.push(ledger);
  state.validated = copyOf(state.open);
  state.openTransactions = [];
  return ledger;
}

/** What a server loses in a restart: everything that is in no validated ledger. */
export function dropOpenTransactions(state: State): void {
  dropOpen(state);
  state.memory.clear();
}

/** Pending transactions enter no ledger. The server was not restarted, and still returns what it received. */
export function dropOpen(state: State): void {
  state.open = copyOf(state.validated);
  state.openTransactions = [];
  state.queue = [];
  state.kept = [];
}

export function copyOf(accounts: ReadonlyMap<string, Account>): Map<string, Account> {
  return new Map([...accounts].map(([address, account]) => [address, { ...account }]));
}

/** SHA-512Half of bytes, as uppercase hex like all hashes of this network. */
export function half(bytes: Uint8Array): string {
  return createHash('sha512').update(bytes).digest('hex').slice(0, 64).toUpperCase();
}

export function hashOf(text: string): string {
  return half(Buffer.from(text));
}

/** The id of an account's entry (xrpl.org, "Ledger Object IDs": space key `a`). */
export function entryIndexOf(address: string): string {
  return half(Buffer.concat([Buffer.from([0x00, 0x61]), decodeAccountID(address)]));
}
