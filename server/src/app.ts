// The type of `app`, the first parameter of everything that may wait on the world: network, clock,
// configuration, and one transaction. assemble.ts builds it; every floor may import the type.
import type { ReservedNumbers } from './addresses/reserved-numbers.ts';
import type { Chain } from './chains/chain.ts';
import type { Comparison } from './chains/comparison.ts';
import type { FeeQuotes, TransferNetwork } from './chains/transfers.ts';
import type { Coin } from './coins/coin.ts';
import type { Burst } from './core/burst.ts';
import type { Clock } from './core/clock.ts';
import type { Config } from './core/config/config.ts';
import type { Log } from './core/log.ts';
import type { MachineClock } from './core/machine-clock.ts';
import type { Measures } from './core/measures.ts';
import type { Currency } from './core/money.ts';
import type { Random } from './core/random.ts';
import type { Traces } from './core/traces.ts';
import type { Database } from './db/database.ts';
import type { HighWaterMark } from './db/high-water-mark.ts';
import type { SchemaMatch } from './db/schema-match.ts';
import type { InstanceDatabase, Tx } from './db/tx.ts';
import type { AssessedDeposit, DepositRow } from './deposits/deposit.ts';
import type { MatchedPayment, Observation } from './deposits/matched-payment.ts';
import type { Snapshot } from './rates/snapshot.ts';
import type { ListEntry } from './risk/address-list.ts';
import type { RiskProvider } from './risk/provider.ts';
import type { WithdrawalRow } from './withdrawals/withdrawal.ts';

/** In the coin's smallest unit. */
export interface NetworkFeeQuote extends FeeQuotes {
  /** Tokens: what the average was quoted at, in the coin that fees are paid in. */
  readonly paid?: bigint;
  /** The bitcoind family: the average for a payment with one input (withdrawals/refresh-fees.ts). */
  readonly ordinary?: bigint;
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly quotedAt: number;
}

/** What assessed deposits of a project complete: read and computed, and not stored yet. */
export interface Completions {
  /**
   * Stores it together with the assessments, and returns the deposits whose assessments it stored. The caller holds the
   * ledger lock. Throws when anything that it was computed from changed since, or when it is too old.
   */
  store(tx: Tx): Promise<readonly string[]>;
}

/** What others do when something changes; reactions.ts says who. */
export interface Reactions {
  /** Payments to our addresses were read, and are about to be stored. */
  paymentsRead(tx: Tx, payments: { coin: Coin; matched: readonly MatchedPayment[] }): Promise<void>;
  /** All that was read of a chain, ours or not. False when this process does not compare it with what we signed. */
  chainRead(tx: Tx, look: { coin: string; observations: readonly Observation[] }): Promise<boolean>;
  /** A reorganization removed the blocks above the height. */
  blocksRemoved(tx: Tx, removed: { coin: string; above: number }): Promise<void>;
  /** Deposits were stored that may be payments of their own. */
  depositsSeen(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  /** Deposits are other than they were: stored, confirmed, assessed, dropped, reversed, restored. */
  depositsMoved(tx: Tx, deposits: readonly DepositRow[]): Promise<void>;
  /** Deposits of a project were assessed and not stored yet: prepares what they complete. */
  planCompletions(
    app: App,
    of: { projectId: string; assessed: readonly AssessedDeposit[] },
  ): Promise<Completions>;
  /** Invoices of subscriptions have another status, or were paid more. */
  invoicesMoved(
    tx: Tx,
    moved: { projectId: string; subscriptionIds: readonly string[] },
  ): Promise<void>;
  /** Withdrawals were committed, or released from hold: they are to be sent. The caller holds their ledger locks. */
  withdrawalsToSend(tx: Tx, withdrawals: readonly WithdrawalRow[]): Promise<void>;
  /** A withdrawal has another status, or shows another reason. The caller holds its project's ledger lock. */
  withdrawalMoved(tx: Tx, withdrawal: { projectId: string; id: string }): Promise<void>;
  /** The database may have gone back in time. Outside of transactions. */
  databaseDoubted(app: App): Promise<unknown>;
}

export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly db: InstanceDatabase;
  /** Compared with the database's; one that is far off stops all work of the process. */
  readonly machineClock: MachineClock;
  /** A process does no work on a schema that its release was not made for (db/schema-match.ts). */
  readonly schema: SchemaMatch;
  /** Told what this process does, for whoever measures it. */
  readonly measures: Measures;
  /** Told the course of its work; null where nobody follows. */
  readonly traces: Traces | null;
  /** By which this process finds out that the database went back in time. */
  readonly highWaterMark: HighWaterMark;
  /** Which numbers of addresses were taken, also in a database that is lost. */
  readonly reservedNumbers: ReservedNumbers;
  /** Those that are offered. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** All that this program knows: one that is not offered any more still has a past, which is shown. */
  readonly knownCoins: ReadonlyMap<string, Coin>;
  readonly currencies: ReadonlyMap<string, Currency>;
  readonly chains: ReadonlyMap<string, Chain>;
  readonly riskProviders: readonly RiskProvider[];
  /** The operator's own lists of addresses; replaced as a whole when they change. */
  readonly riskLists: { entries: readonly ListEntry[] };
  /** Encrypts secrets at rest; `context` binds a ciphertext to its place. */
  readonly secrets: {
    seal(plaintext: string, context: string): string;
    open(sealed: string, context: string): string;
  };
  /** Seals what a merchant asks for, so that the signer can tell it from an altered row (keys/intent.ts). */
  readonly intentKey: Uint8Array;
  /** The newest rates this process knows. Replaced by the rates worker. */
  readonly rates: {
    snapshot: Snapshot | null;
    /** Sandbox: there are none, as was asked for (sandbox/rates-down.ts). */
    isDown?: boolean;
  };
  /** Sandbox: the fixed prices, whatever the sources say. Null in live mode. */
  readonly fixedPrices: ((moment: { readonly now: number }) => Snapshot) | null;
  /** The networks that can send, by coin: a coin that is not here can be received only. */
  readonly transferNetworks: ReadonlyMap<string, TransferNetwork>;
  /** Coins whose chain this process has read to the tip, mempool included: before that nothing of them is sent. */
  readonly watchedCoins: Set<string>;
  /** Coins whose wallet this process has compared with the chain since, and that are in no quarantine. */
  readonly sendableCoins: Set<string>;
  /** How far that comparison is, and when it had to begin again. */
  readonly comparison: Comparison;
  /** A burst of payments that this process has to credit. Meanwhile what may wait leaves it the machine. */
  readonly burst: Burst;
  /** What happens to others when something changes. */
  readonly reactions: Reactions;
  /** What a transfer costs now per coin. Kept fresh by a task (withdrawals/refresh-fees.ts). */
  readonly networkFees: Map<string, NetworkFeeQuote>;
  /** Address of the hosted pages, without a trailing slash. Known once the server listens. */
  readonly publicUrl: { value: string };
}

/**
 * What this installation is and knows: the part of `app` that reaches neither a network nor the database. Decisions
 * inside a transaction have it as `tx.instance`; what only computes and presents asks for no more.
 */
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
  /** How each coin is sent, without the way to send it. */
  readonly transferNetworks: ReadonlyMap<string, Pick<TransferNetwork, 'model' | 'dustOf'>>;
}

/**
 * What `app` is built from. The machine's clock is left out where the other is not the machine's, as in tests, and
 * `measures` and `traces` where nobody measures or follows.
 */
export interface Bootstrap
  extends Pick<App, 'config' | 'clock' | 'random' | 'log'>,
    Partial<Pick<App, 'machineClock' | 'measures' | 'traces'>> {
  readonly db: Database;
}
