// The policy of a project: ordered rules that decide what happens to a withdrawal. The first rule that matches
// decides; the last one always matches. See docs/policy.md.
import type { NETWORK_FEE_LEVELS } from '../contract/objects/coin-withdrawals.ts';
import type { Currency } from '../core/money.ts';
import type { WINDOW_SCOPES } from '../operator/policy/contract.ts';
import type { RiskLevel } from '../risk/provider.ts';
import type { OpenHours } from './local-time.ts';

export interface Policy {
  /** 0: the built-in policy of a project without its own. */
  readonly version: number;
  readonly currency: Currency;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly name: string;
  readonly when: readonly Condition[];
  readonly action: Action;
}

export type Action =
  | { readonly outcome: 'allow' | 'refuse' }
  /** The number of people who must approve. 0: the operator releases the withdrawal. */
  | { readonly outcome: 'hold'; readonly approvals: number };

export type WindowScope = (typeof WINDOW_SCOPES)[number];

export interface Window {
  readonly hours: number;
  readonly per: WindowScope;
}

export type Condition =
  | { readonly kind: 'amountAbove'; readonly amount: bigint }
  | { readonly kind: 'sumAbove'; readonly amount: bigint; readonly window: Window }
  | { readonly kind: 'countAbove'; readonly count: number; readonly window: Window }
  | { readonly kind: 'coin'; readonly anyOf: ReadonlySet<string> }
  | { readonly kind: 'key'; readonly anyOf: ReadonlySet<string> }
  | { readonly kind: 'customer'; readonly anyOf: ReadonlySet<string> }
  | { readonly kind: 'risk'; readonly anyOf: ReadonlySet<string> }
  | { readonly kind: 'feeLevel'; readonly anyOf: ReadonlySet<string> }
  /** Whether the destination must, or must not, be in the address book. */
  | { readonly kind: 'destination'; readonly isListed: boolean }
  | { readonly kind: 'newerThanHours'; readonly hours: number }
  | { readonly kind: 'looksLikeKnown' }
  | { readonly kind: 'outsideHours'; readonly hours: OpenHours }
  | { readonly kind: 'beneficiaryMissing' };

export interface Facts {
  /** Domain time, in milliseconds since the epoch. */
  readonly at: number;
  /** The value of the sent amount, in the policy's currency, rounded up. */
  readonly value: bigint;
  readonly coin: string;
  /** The public part of the requesting API key. Null for a refund by the service. */
  readonly apiKey: string | null;
  readonly customerId: string | null;
  readonly riskLevel: RiskLevel | null;
  readonly feeLevel: (typeof NETWORK_FEE_LEVELS)[number];
  readonly hasBeneficiary: boolean;
  readonly isAboveSetting: boolean;
  readonly isListed: boolean;
  /** When the address book or a payment first had the destination. Null: new. */
  readonly knownSince: number | null;
  readonly looksLike: string | null;
}

/** Excluding the withdrawal being decided. */
export interface Spent {
  readonly sum: bigint;
  readonly count: number;
}

export type Result = 'allow' | 'hold' | 'refuse';

export interface Decision {
  readonly outcome: Result;
  /** The rule that decided. For the built-in policy (version 0), see rule-codes.ts. */
  readonly rule: string;
  readonly version: number;
  readonly approvals: number;
  readonly code?: 'above_transaction_limit';
  readonly looksLike?: string;
}
