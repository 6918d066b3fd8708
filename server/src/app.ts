// The type of `app`, the first parameter of all code that may do I/O. Every layer may import it.
import type { ReservedNumbers } from './addresses/reserved-numbers.ts';
import type { Chain } from './chains/chain.ts';
import type { Comparison } from './chains/comparison.ts';
import type { FeeQuotes, TransferNetwork } from './chains/transfers.ts';
import type { Coin } from './coins/coin.ts';
import type { EventOf } from './contract/callback-events.ts';
import type { Burst } from './core/burst.ts';
import type { Clock, MachineClock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import type { Measures } from './core/measures.ts';
import type { Currency } from './core/money.ts';
import type { PayerDomains } from './core/payer-site.ts';
import type { Random } from './core/random.ts';
import type { Traces } from './core/traces.ts';
import type { Database } from './db/database.ts';
import type { HighWaterMark } from './db/high-water-mark.ts';
import type { SchemaMatch } from './db/migrate.ts';
import type { InstanceDatabase, Tx } from './db/tx.ts';
import type { AssessedDeposit, DepositRow } from './deposits/deposit.ts';
import type { MatchedPayment, Observation } from './deposits/match.ts';
import type { Snapshot } from './rates/snapshot.ts';
import type { ListEntry } from './risk/address-list.ts';
import type { RiskProvider } from './risk/provider.ts';
import type { WithdrawalRow } from './withdrawals/withdrawal.ts';

/** In the coin's smallest unit. */
export interface NetworkFeeQuote extends FeeQuotes {
  /** Tokens: the quoted average, in the coin that fees are paid in. */
  readonly paid?: bigint;
  /** The bitcoind family: the average for a payment with one input (withdrawals/refresh-fees.ts). */
  readonly ordinary?: bigint;
  /** Milliseconds since the epoch, by the system clock. */
  readonly quotedAt: number;
}

/** The invoices and payments that a project's assessed deposits complete, before they are stored. */
export interface Completions {
  /**
   * Also stores the assessments, and returns the deposits whose assessments were stored. The caller holds the ledger
   * lock. Throws when the data from which the completions were computed has changed or is too old.
   */
  store(tx: Tx): Promise<readonly string[]>;
}

export interface CheckoutMoved {
  readonly checkoutId: string;
  /** What its merchant is told. */
  readonly events: readonly EventOf<'Checkout'>[];
}

interface MovedInvoices {
  readonly projectId: string;
  readonly subscriptionIds: readonly string[];
  readonly checkoutIds: readonly string[];
}

/** How features react to each other's changes; reactions.ts lists the reactions. */
export interface Reactions {
  /** Payments to our addresses that are about to be stored. */
  paymentsRead(tx: Tx, payments: { coin: Coin; matched: readonly MatchedPayment[] }): Promise<void>;
  /** False when this process does not compare the observations with our signed transactions. */
  chainRead(tx: Tx, poll: { coin: string; observations: readonly Observation[] }): Promise<boolean>;
  /** Whether one of them spends what our wallets own, for `chainRead`. */
  hasOurSpends(
    app: App,
    poll: { coin: string; observations: readonly Observation[] },
  ): Promise<boolean>;
  /** A reorganization removed the blocks above the height. */
  blocksRemoved(tx: Tx, removed: { coin: string; above: number }): Promise<void>;
  depositsSeen(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  /** Deposits were stored, confirmed, assessed, dropped, reversed or restored. */
  depositsMoved(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  planCompletions(
    app: App,
    of: { projectId: string; assessed: readonly AssessedDeposit[] },
  ): Promise<Completions>;
  /** Invoices of subscriptions changed status; invoices of checkouts changed status or received more. */
  invoicesMoved(tx: Tx, moved: MovedInvoices): Promise<void>;
  /** Checkouts were made, or something about them may have changed. */
  checkoutsMoved(
    tx: Tx,
    moved: { projectId: string; checkouts: readonly CheckoutMoved[] },
  ): Promise<void>;
  /** A refund of an invoice was stored. */
  invoiceRefunded(
    tx: Tx,
    invoice: { project_id: string; checkout_id: string | null },
  ): Promise<void>;
  /** What a person can decide about was decided: invoices, unmatched payments, channel payments on hold. */
  objectsResolved(tx: Tx, resolved: { projectId: string; ids: readonly string[] }): Promise<void>;
  /** Withdrawals were committed, or released from hold, and must be sent. The caller holds their ledger locks. */
  withdrawalsToSend(tx: Tx, withdrawals: readonly WithdrawalRow[]): Promise<void>;
  /** Withdrawals changed their status or displayed reason. The caller holds their projects' ledger locks. */
  withdrawalsMoved(
    tx: Tx,
    withdrawals: readonly { readonly projectId: string; readonly id: string }[],
  ): Promise<void>;
  /** Called outside transactions. */
  databaseDoubted(app: App): Promise<unknown>;
}

export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly db: InstanceDatabase;
  /** Compared with the database clock. A large difference stops all work of the process. */
  readonly machineClock: MachineClock;
  /** A process does no work when the schema does not match its release (db/migrate.ts). */
  readonly schema: SchemaMatch;
  readonly measures: Measures;
  readonly traces: Traces | null;
  readonly highWaterMark: HighWaterMark;
  /** The address numbers in use, including numbers handed out in a lost database. */
  readonly reservedNumbers: ReservedNumbers;
  readonly coins: ReadonlyMap<string, Coin>;
  /** All coins that this program defines: a coin that is no longer offered still has a history to show. */
  readonly knownCoins: ReadonlyMap<string, Coin>;
  readonly currencies: ReadonlyMap<string, Currency>;
  readonly chains: ReadonlyMap<string, Chain>;
  readonly riskProviders: readonly RiskProvider[];
  /** Replaced as a whole when the operator changes a list. */
  readonly riskLists: { entries: readonly ListEntry[] };
  /** Encrypts secrets at rest. `context` binds a ciphertext to its location. */
  readonly secrets: {
    seal(plaintext: string, context: string): string;
    open(sealed: string, context: string): string;
  };
  /** Seals a merchant's request, so that the signer can detect an altered row (keys/intent.ts). */
  readonly intentKey: Uint8Array;
  /** Replaced by the rates worker. */
  readonly rates: {
    snapshot: Snapshot | null;
    /** Sandbox: see sandbox/faults.ts. */
    isDown?: boolean;
  };
  /** Sandbox: the fixed prices, regardless of the sources. Null in live mode. */
  readonly fixedPrices: ((moment: { readonly now: number }) => Snapshot) | null;
  /** By coin. A coin without an entry can only be received. */
  readonly transferNetworks: ReadonlyMap<string, TransferNetwork>;
  /** Coins whose chain this process has read to the tip, including the mempool. Nothing is sent in other coins. */
  readonly watchedCoins: Set<string>;
  /** Coins not in quarantine whose wallet this process has compared with the chain since it read the tip. */
  readonly sendableCoins: Set<string>;
  /** The progress of that comparison, and when it had to restart. */
  readonly comparison: Comparison;
  /** A burst of payments that this process must credit. Lower-priority work yields to the burst. */
  readonly burst: Burst;
  readonly reactions: Reactions;
  /** The current cost of a transfer per coin (withdrawals/refresh-fees.ts). */
  readonly networkFees: Map<string, NetworkFeeQuote>;
  /** The URL of the hosted pages, without a trailing slash. Set once the server listens. */
  readonly publicUrl: { value: string };
  /** Replaced when any process changes one. */
  readonly payerDomains: { readonly current: PayerDomains; reload(): Promise<void> };
}

/** The part of `app` that uses neither a network nor the database. In a transaction: `tx.instance`. */
export interface Instance
  extends Pick<
    App,
    | 'config'
    | 'clock'
    | 'random'
    | 'traces'
    | 'highWaterMark'
    | 'watchedCoins'
    | 'comparison'
    | 'reservedNumbers'
    | 'coins'
    | 'knownCoins'
    | 'currencies'
    | 'secrets'
    | 'intentKey'
    | 'fixedPrices'
    | 'rates'
    | 'networkFees'
    | 'publicUrl'
    | 'reactions'
  > {
  readonly payerDomains: { readonly current: PayerDomains };
  /** How each coin is sent, without the ability to send it. */
  readonly transferNetworks: ReadonlyMap<string, Pick<TransferNetwork, 'model' | 'dustOf'>>;
}

/**
 * `machineClock` is omitted when `clock` is not the system's, as in tests. `measures` and `traces` are omitted when
 * disabled.
 */
export interface Bootstrap
  extends Pick<App, 'config' | 'clock' | 'random' | 'log'>,
    Partial<Pick<App, 'machineClock' | 'measures' | 'traces'>> {
  readonly db: Database;
}
