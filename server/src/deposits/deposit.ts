// A deposit is an output on a chain that pays one of our addresses: facts only. The merchant sees it as an invoice
// payment or a channel payment, which are recomputed from these facts.
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { StoredRisk } from '../risk/present-risk.ts';

/**
 * pending    seen, but not deep enough
 * confirmed  as deep as the money at risk requires; if credited, it stays so while a reorganized chain is searched
 * dropped    gone from the mempool and the chain before it was credited (double-spent, replaced, reorganized away)
 * reversed   gone after it was credited: a reorganization deeper than its confirmations
 */
export type DepositStatus = 'pending' | 'confirmed' | 'dropped' | 'reversed';

export const depositStatuses = defineStatuses('deposit', {
  pending: ['confirmed', 'dropped'],
  confirmed: ['pending', 'reversed'],
  dropped: ['pending'],
  reversed: ['confirmed'],
});

export interface DepositRow {
  readonly coin: string;
  readonly txid: string;
  readonly output_index: number;
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  readonly amount: bigint;
  readonly project_id: string | null;
  readonly owner_type: 'invoice' | 'channel' | null;
  readonly owner_id: string | null;
  readonly status: DepositStatus;
  readonly block_height: number | null;
  readonly confirmations_required: number;
  readonly first_seen_at: Date;
  readonly confirmed_at: Date | null;
  readonly sources: readonly string[];
  readonly risk: StoredRisk | null;
  readonly booked_at: Date | null;
  readonly credited_at: Date | null;
  /** Number of postings so far. */
  readonly postings: number;
  readonly announced: 'none' | 'seen' | 'confirmed';
  readonly is_unmatched: boolean;
  /** The transaction that replaced it. Reset to null when this one is seen again. */
  readonly replaced_by: string | null;
  /** Below the minimum deposit: it does not count (minimum.ts). */
  readonly is_small: boolean;
}

/** The result of the risk providers and the network for a deposit. */
export interface Assessment {
  readonly risk: StoredRisk;
  readonly sources: readonly string[];
}

/** A deposit with its assessment, before the assessment is stored. */
export interface AssessedDeposit {
  readonly deposit: DepositRow;
  readonly assessment: Assessment;
}

/** Counts toward the paid amount. */
export function isLive(deposit: DepositRow): boolean {
  const isThere = deposit.status === 'pending' || deposit.status === 'confirmed';
  return isThere && deposit.replaced_by === null;
}

/** Deep enough and assessed: may be posted and credited. */
export function isSettled(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && deposit.risk !== null;
}

/** Confirmations required for an amount (wire.md (h)). */
export function confirmationsRequired(coin: Coin, amount: bigint): number {
  const tier = tiersOf(coin).find(({ upTo }) => upTo === null || amount <= upTo);
  return defined(tier, `${coin.code} has a tier for every amount`).confirmations;
}

interface Tier {
  /** In the coin's smallest unit; null: any amount. */
  readonly upTo: bigint | null;
  readonly confirmations: number;
}

const tiers = new WeakMap<Coin, readonly Tier[]>();

/** Parsed once: a block needs them for thousands of payments. */
function tiersOf(coin: Coin): readonly Tier[] {
  const found = tiers.get(coin);
  if (found !== undefined) return found;
  const read = coin.confirmationTiers.map(({ upTo, confirmations }) => ({
    upTo: upTo === null ? null : amountOf(upTo, coin),
    confirmations,
  }));
  tiers.set(coin, read);
  return read;
}
