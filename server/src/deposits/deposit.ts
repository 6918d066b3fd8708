// A deposit is an output seen on a chain that pays one of our addresses: facts only. What it becomes for
// the merchant is an invoice payment or a channel payment, which are recomputed from these facts.
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { StoredRisk } from '../risk/present-risk.ts';

/**
 * pending    seen, not confirmed deeply enough
 * confirmed  as deep as the money at risk asks for; once credited it stays so while a reorganised chain is searched
 * dropped    gone from the mempool and the chain before it was credited (double-spent, replaced, reorganised away)
 * reversed   gone after it was credited: a reorganisation deeper than its confirmations
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
  /** Postings it has had so far. */
  readonly postings: number;
  readonly announced: 'none' | 'seen' | 'confirmed';
  readonly is_unmatched: boolean;
  /** The transaction that took its place; null when it is seen once more. */
  readonly replaced_by: string | null;
  /** Below the minimum deposit: it counts for nothing (minimum.ts). */
  readonly is_small: boolean;
}

/** What the risk providers and the network say of a deposit. */
export interface Assessment {
  readonly risk: StoredRisk;
  readonly sources: readonly string[];
}

/** A deposit with its assessment, before the assessment is stored. */
export interface AssessedDeposit {
  readonly deposit: DepositRow;
  readonly assessment: Assessment;
}

/** Counts towards what was paid. */
export function isLive(deposit: DepositRow): boolean {
  const isThere = deposit.status === 'pending' || deposit.status === 'confirmed';
  return isThere && deposit.replaced_by === null;
}

/** Deep enough and assessed: may be booked and credited. */
export function isSettled(deposit: DepositRow): boolean {
  return deposit.status === 'confirmed' && deposit.risk !== null;
}

/** Confirmations that so much money needs (wire.md (h)). */
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

/** Their amounts are read once: a block asks for thousands of payments. */
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
