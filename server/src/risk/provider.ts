// The RiskProvider port: one source of address data, one file in risk/providers/ each. Thresholds, defaults and failure
// handling are in risk/assess.ts; loading is in risk/provider.ts.
import { join } from 'node:path';
import type { Coin, Network } from '../coins/coin.ts';
import { loadDir } from '../core/load-dir.ts';
import type { Log } from '../core/log.ts';
import type { Decimal } from '../core/money.ts';
import { codeFolder } from '../core/places.ts';
import type { ListEntry } from './address-list.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

/** What is assessed: the sources or the destination of money. */
export interface RiskSubject {
  readonly currency: string;
  readonly type: 'source_of_funds' | 'destination_of_funds';
  /** Canonical addresses: all sources of a deposit, or the one destination. */
  readonly addresses: readonly string[];
  /** The deposit's transaction, if there is one. */
  readonly txid: string | null;
  /** The deposit's receiving address, if there is one. */
  readonly receivedAt: string | null;
}

/** A provider's result: a score from 0 to 10 with at most two decimals, and the resource behind it. */
export interface RiskFinding {
  readonly score: Decimal;
  readonly resourceName: string;
  readonly resourceCategory: string;
}

/** The highest finding of all providers, with its level. */
export interface Risk {
  /** 0 to 10, at most two decimals. */
  readonly score: Decimal;
  readonly level: RiskLevel;
  readonly resourceName: string;
  readonly resourceCategory: string;
}

export interface RiskProvider {
  readonly name: string;
  /**
   * One finding (or null: no data) per subject, in order. Throws when it cannot answer. `signal` is aborted when the
   * result is no longer needed.
   */
  assess(
    subjects: readonly RiskSubject[],
    signal?: AbortSignal,
  ): Promise<readonly (RiskFinding | null)[]>;
}

/** The findings that the sandbox was instructed to return, per subject in order; null if there is no instruction. */
export type InstructionLookup = (
  subjects: readonly RiskSubject[],
) => Promise<readonly (RiskLevel | null)[]>;

/** Everything that a provider may need to start. Providers never see the database. */
export interface RiskContext {
  /** Accepts a list that has unreadable lines. */
  readonly toleratesBadLists: boolean;
  readonly network: Network;
  readonly coins: ReadonlyMap<string, Coin>;
  readonly log: Log;
  /** Files with sanctioned addresses (configuration `CHAINTILL_RISK_LIST_FILES`). */
  readonly listFiles: readonly string[];
  /** The operator's own blocklists and allowlists. `entries` may be replaced by another array at any time. */
  readonly operatorLists: { readonly entries: readonly ListEntry[] };
  /** Null outside the sandbox. */
  readonly instructionFor: InstructionLookup | null;
}

export interface RiskProviderDefinition {
  readonly name: string;
  /** Null when this source is not used in the given mode. A rejection prevents the service from starting. */
  create(context: RiskContext): Promise<RiskProvider | null>;
}

const FOLDER = join(codeFolder, 'risk/providers');

/** Names the type of a provider file's default export. */
export function defineRiskProvider(definition: RiskProviderDefinition): RiskProviderDefinition {
  return definition;
}

/** The providers used in this mode. Rejects when one of them cannot start. */
export async function loadRiskProviders(context: RiskContext): Promise<readonly RiskProvider[]> {
  const definitions = await loadDir<RiskProviderDefinition>(FOLDER);
  const started = await Promise.all(definitions.map((definition) => definition.create(context)));
  return started.filter((provider) => provider !== null);
}
