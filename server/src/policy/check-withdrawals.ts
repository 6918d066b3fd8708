// The single check that every withdrawal passes, whoever requests it: the merchant in one or two steps, or the service
// itself for a refund. Opened for a batch under the ledger lock, it decides one withdrawal after another; the part of a
// window that one uses is not available to the next.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { decide, type Verdict } from './decide-withdrawal.ts';
import { findDestinations, type KnownDestination } from './destinations.ts';
import type { Facts, Window } from './policy.ts';
import { type PolicyInForce, policiesInForce } from './store-policies.ts';
import {
  addTo,
  readWindows,
  scopesOf,
  spentIn,
  valueIn,
  type Windows,
  windowsOf,
} from './windows.ts';

/** The attributes of a withdrawal. */
export type Attempt = Pick<
  Facts,
  'at' | 'coin' | 'apiKey' | 'customerId' | 'riskLevel' | 'feeLevel' | 'hasBeneficiary'
> & {
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  /** The amount that is sent, in the coin's smallest unit. */
  readonly received: bigint;
};

export interface Judgement extends Verdict {
  readonly value: bigint;
  readonly currency: Currency;
}

export interface Judge {
  /** Its windows may have so many withdrawals that summing them is slow. */
  readonly isSlow: boolean;
  /** Throws 503 `rates_unavailable` when the value cannot be determined. */
  judge(attempt: Attempt): Judgement;
  /** Counts a stored attempt for later attempts. */
  count(attempt: Attempt, judgement: Judgement): void;
}

/** Withdrawals of a project to be decided. */
export interface Case {
  readonly projectId: string;
  readonly attempts: readonly Attempt[];
}

/** The caller holds the ledger lock, or has requested it in the same pipeline. */
export async function openCheck(tx: Tx, one: Case): Promise<Judge> {
  const judges = await openChecks(tx, [one]);
  return judgeOf(judges, one.projectId);
}

/** Keyed by project, for several whose locks the caller holds or has requested: as many statements as for one. */
export async function openChecks(
  tx: Tx,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Judge>> {
  // A batch that only contains commits has nothing to check.
  const open = cases.filter(({ attempts }) => attempts.length > 0);
  if (open.length === 0) return new Map();
  const requested = open.flatMap(({ projectId, attempts }) =>
    attempts.map((attempt) => ({ ...attempt, projectId })),
  );
  const [policies, at] = await Promise.all([
    policiesInForce(
      tx,
      tx.instance,
      open.map(({ projectId }) => projectId),
    ),
    findDestinations(tx, tx.instance, requested),
  ]);
  const found = groupBy(
    requested.map(({ projectId, id }, n) => ({
      projectId,
      id,
      at: defined(at[n], 'one for each'),
    })),
    ({ projectId }) => projectId,
  );
  const briefs = open.map(({ projectId, attempts }) => {
    const inForce = defined(policies.get(projectId), `the policy of ${projectId}`);
    return { projectId, inForce, list: windowsOf(inForce.policy), scopes: attempts.map(scopesOf) };
  });
  const windows = await readWindows(tx, briefs);
  return new Map(
    briefs.map(({ projectId, inForce, list }) => {
      const knowledge = new Map((found.get(projectId) ?? []).map(({ id, at }) => [id, at]));
      const own = defined(windows.get(projectId), 'a project that was asked for');
      return [projectId, judgeBy(tx.instance, { inForce, list, windows: own, knowledge })];
    }),
  );
}

/** For a project without creations, returns a judge that is never called. */
export function judgeOf(judges: ReadonlyMap<string, Judge>, projectId: string): Judge {
  return judges.get(projectId) ?? NO_POLICY;
}

interface Brief {
  readonly inForce: PolicyInForce;
  readonly list: readonly Window[];
  readonly windows: Windows;
  /** Keyed by attempt. */
  readonly knowledge: ReadonlyMap<string, KnownDestination>;
}

function judgeBy(instance: Instance, { inForce, list, windows, knowledge }: Brief): Judge {
  const { policy, limitEur, withdrawals } = inForce;
  return {
    isSlow: list.length > 0 && withdrawals > WITHDRAWALS_QUICK,
    judge(attempt) {
      const own = scopesOf(attempt);
      const at = defined(knowledge.get(attempt.id), 'an attempt that the judge was opened for');
      const value = valueIn(
        instance,
        { code: assetCode(attempt.coin), amount: attempt.received },
        policy.currency,
      );
      const isAboveSetting = isAbove(instance, attempt, limitEur);
      const whole: Facts = { ...attempt, ...at, value, isAboveSetting };
      const verdict = decide(policy, whole, (window) =>
        spentIn(instance, windows, { window, scopes: own, currency: policy.currency }),
      );
      return { ...verdict, value, currency: policy.currency };
    },
    count(attempt, { value, currency }) {
      addTo(windows, list, { scopes: scopesOf(attempt), value, currency });
    },
  };
}

/** Summing a window of this many takes about 8 ms. */
const WITHDRAWALS_QUICK = 10_000;

const NO_POLICY: Judge = {
  isSlow: false,
  judge: ({ id }) => {
    throw new Error(`the judge was not opened for ${id}`);
  },
  count: () => undefined,
};

/** A limit that cannot be read holds all withdrawals instead of none. */
function isAbove(instance: Instance, attempt: Attempt, limitEur: string | null): boolean {
  if (limitEur === null) return false;
  const eur = defined(instance.currencies.get('EUR'), 'EUR is registered');
  const limit = parseAmount(limitEur, eur);
  if (typeof limit !== 'bigint') return true;
  return (
    valueIn(instance, { code: assetCode(attempt.coin), amount: attempt.received }, eur) > limit
  );
}
