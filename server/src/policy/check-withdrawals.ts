// The only check of withdrawals, for requests by the merchant and refunds by the service. Opened for a batch under the
// ledger lock: what one withdrawal uses of a window is not available to the next.
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

export type Attempt = Pick<
  Facts,
  'at' | 'coin' | 'apiKey' | 'customerId' | 'riskLevel' | 'feeLevel' | 'hasBeneficiary'
> & {
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  /** In the coin's smallest unit. */
  readonly received: bigint;
};

export interface Judgement extends Verdict {
  readonly value: bigint;
  readonly currency: Currency;
}

export interface Judge {
  /** Summing the windows takes long. */
  readonly isSlow: boolean;
  /** Throws 503 `rates_unavailable` when the value cannot be determined. */
  judge(attempt: Attempt): Judgement;
  count(attempt: Attempt, judgement: Judgement): void;
}

export interface Case {
  readonly projectId: string;
  readonly attempts: readonly Attempt[];
}

/** The caller holds the ledger lock, or has requested it in the same pipeline. */
export async function openCheck(tx: Tx, one: Case): Promise<Judge> {
  const judges = await openChecks(tx, [one]);
  return judgeOf(judges, one.projectId);
}

/** Keyed by project. The caller holds or has requested all locks. More projects need no more statements. */
export async function openChecks(
  tx: Tx,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Judge>> {
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

export function judgeOf(judges: ReadonlyMap<string, Judge>, projectId: string): Judge {
  return judges.get(projectId) ?? NO_POLICY;
}

interface Brief {
  readonly inForce: PolicyInForce;
  readonly list: readonly Window[];
  readonly windows: Windows;
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

/** A limit that cannot be parsed holds all withdrawals. */
function isAbove(instance: Instance, attempt: Attempt, limitEur: string | null): boolean {
  if (limitEur === null) return false;
  const eur = defined(instance.currencies.get('EUR'), 'EUR is registered');
  const limit = parseAmount(limitEur, eur);
  if (typeof limit !== 'bigint') return true;
  return (
    valueIn(instance, { code: assetCode(attempt.coin), amount: attempt.received }, eur) > limit
  );
}
