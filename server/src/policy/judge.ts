// The one door through which every withdrawal passes, whoever asks for it: the merchant at once or in two steps,
// or the till itself for a refund. Opened for a batch under the ledger's lock, it decides one after the other;
// what one takes of a window the next no longer has.
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { decide, type Verdict } from './decide.ts';
import { findDestinations, type KnownDestination } from './destinations.ts';
import type { Facts, Window } from './policy.ts';
import { type PolicyInForce, policiesInForce } from './store.ts';
import {
  addTo,
  readWindows,
  scopesOf,
  spentIn,
  valueIn,
  type Windows,
  windowsOf,
} from './windows.ts';

/** What a withdrawal tells of itself. */
export type Attempt = Pick<
  Facts,
  'at' | 'coin' | 'apiKey' | 'customerId' | 'riskLevel' | 'feeLevel' | 'hasBeneficiary'
> & {
  readonly id: string;
  readonly address: string;
  readonly tag: number | null;
  /** What is sent, in the coin's smallest unit. */
  readonly received: bigint;
};

export interface Judgement extends Verdict {
  readonly value: bigint;
  readonly currency: Currency;
}

export interface Judge {
  /** Its windows may hold so many withdrawals that adding them up takes long. */
  readonly isSlow: boolean;
  /** Throws 503 `rates_unavailable` when the value cannot be told. */
  judge(attempt: Attempt): Judgement;
  /** It is stored: it counts for those that come after it. */
  count(attempt: Attempt, judgement: Judgement): void;
}

/** Withdrawals of a project that are to be decided. */
export interface Case {
  readonly projectId: string;
  readonly attempts: readonly Attempt[];
}

/** The caller holds the ledger's lock, or has asked for it in the same breath. */
export async function openCheck(tx: Tx, one: Case): Promise<Judge> {
  const judges = await openChecks(tx, [one]);
  return judgeOf(judges, one.projectId);
}

/** By project, for several whose locks the caller holds or has asked for: as many statements as for one. */
export async function openChecks(
  tx: Tx,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Judge>> {
  // A batch of commits alone has nothing to judge.
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

/** Of a project without creations: nobody, who is not asked. */
export function judgeOf(judges: ReadonlyMap<string, Judge>, projectId: string): Judge {
  return judges.get(projectId) ?? NOBODY;
}

interface Brief {
  readonly inForce: PolicyInForce;
  readonly list: readonly Window[];
  readonly windows: Windows;
  /** By attempt. */
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

/** A window of so many is added up in about 8 ms. */
const WITHDRAWALS_QUICK = 10_000;

const NOBODY: Judge = {
  isSlow: false,
  judge: ({ id }) => {
    throw new Error(`the judge was not opened for ${id}`);
  },
  count: () => undefined,
};

/** A limit that cannot be read holds everything back, rather than nothing. */
function isAbove(instance: Instance, attempt: Attempt, limitEur: string | null): boolean {
  if (limitEur === null) return false;
  const eur = defined(instance.currencies.get('EUR'), 'EUR is registered');
  const limit = parseAmount(limitEur, eur);
  if (typeof limit !== 'bigint') return true;
  return (
    valueIn(instance, { code: assetCode(attempt.coin), amount: attempt.received }, eur) > limit
  );
}
