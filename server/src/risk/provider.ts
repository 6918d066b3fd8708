// The RiskProvider port: each file in risk/providers/ is one source of address data. For thresholds, see assess.ts.
import { join } from 'node:path';
import type { Coin, Network } from '../coins/coin.ts';
import { loadDir } from '../core/load-dir.ts';
import type { Log } from '../core/log.ts';
import type { Decimal } from '../core/money.ts';
import { codeFolder } from '../core/places.ts';
import type { ListEntry } from './address-list.ts';

export type RiskLevel = 'low' | 'medium' | 'high';

export interface RiskSubject {
  readonly currency: string;
  readonly type: 'source_of_funds' | 'destination_of_funds';
  readonly addresses: readonly string[];
  readonly txid: string | null;
  /** The deposit's receiving address. */
  readonly receivedAt: string | null;
}

export interface RiskFinding {
  readonly score: Decimal;
  readonly resourceName: string;
  readonly resourceCategory: string;
}

export interface Risk {
  /** 0 to 10, at most two decimals. */
  readonly score: Decimal;
  readonly level: RiskLevel;
  readonly resourceName: string;
  readonly resourceCategory: string;
}

export interface RiskProvider {
  readonly name: string;
  /** One finding (or null: no data) per subject, in order. Throws when the provider cannot answer. */
  assess(
    subjects: readonly RiskSubject[],
    signal?: AbortSignal,
  ): Promise<readonly (RiskFinding | null)[]>;
}

/** The risk that the sandbox was instructed to return, per subject in order. Null without an instruction. */
export type InstructionLookup = (
  subjects: readonly RiskSubject[],
) => Promise<readonly (RiskLevel | null)[]>;

/** Providers never access the database. */
export interface RiskContext {
  readonly toleratesBadLists: boolean;
  readonly network: Network;
  readonly coins: ReadonlyMap<string, Coin>;
  readonly log: Log;
  /** From `CHAINTILL_RISK_LIST_FILES`. */
  readonly listFiles: readonly string[];
  /** Another array may replace `entries` at any time. */
  readonly operatorLists: { readonly entries: readonly ListEntry[] };
  /** Null outside the sandbox. */
  readonly instructionFor: InstructionLookup | null;
}

export interface RiskProviderDefinition {
  readonly name: string;
  /** Null when this mode does not use the source. A rejection prevents the service from starting. */
  create(context: RiskContext): Promise<RiskProvider | null>;
}

const FOLDER = join(codeFolder, 'risk/providers');

export function defineRiskProvider(definition: RiskProviderDefinition): RiskProviderDefinition {
  return definition;
}

/** Rejects when a provider cannot start. */
export async function loadRiskProviders(context: RiskContext): Promise<readonly RiskProvider[]> {
  const definitions = await loadDir<RiskProviderDefinition>(FOLDER);
  const started = await Promise.all(definitions.map((definition) => definition.create(context)));
  return started.filter((provider) => provider !== null);
}
