// The one door through which every withdrawal passes, whoever asks for it: the merchant at once or in two steps,
// or the till itself for a refund. Opened for a batch under the ledger's lock, it decides one after the other;
// what one takes of a window the next no longer has.
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { type Currency, parseAmount } from '../core/money.ts';
import type { Tx } from '../db/database.ts';
import { decide, type Verdict } from './decide.ts';
import { findDestinations } from './destinations.ts';
import type { Facts } from './policy.ts';
import { policyInForce } from './store.ts';
import { valueIn } from './value.ts';
import { addTo, readWindows, scopesOf, spentIn, windowsOf } from './windows.ts';

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
  /** Throws 503 `rates_unavailable` when the value cannot be told. */
  judge(attempt: Attempt): Judgement;
  /** It is stored: it counts for those that come after it. */
  count(attempt: Attempt, judgement: Judgement): void;
}

/** The caller holds the ledger's lock, or has asked for it in the same breath. */
export async function openJudge(
  tx: Tx,
  app: App,
  facts: { projectId: string; attempts: readonly Attempt[] },
): Promise<Judge> {
  const { projectId, attempts } = facts;
  // A batch of commits alone has nothing to judge.
  if (attempts.length === 0) return NOBODY;
  const [{ policy, limitEur }, found] = await Promise.all([
    policyInForce(tx, app, projectId),
    findDestinations(tx, app, { projectId, destinations: attempts }),
  ]);
  const list = windowsOf(policy);
  const scopes = attempts.map(scopesOf);
  const windows = await readWindows(tx, app, { projectId, list, scopes });
  const knowledge = new Map(attempts.map(({ id }, n) => [id, known(found[n], 'one for each')]));
  return {
    judge(attempt) {
      const own = scopesOf(attempt);
      const at = known(knowledge.get(attempt.id), 'an attempt that the judge was opened for');
      const value = valueIn(app, { code: attempt.coin, amount: attempt.received }, policy.currency);
      const isAboveSetting = isAbove(app, attempt, limitEur);
      const whole: Facts = { ...attempt, ...at, value, isAboveSetting };
      const verdict = decide(policy, whole, (window) =>
        spentIn(app, windows, { window, scopes: own, currency: policy.currency }),
      );
      return { ...verdict, value, currency: policy.currency };
    },
    count(attempt, { value, currency }) {
      addTo(windows, list, { scopes: scopesOf(attempt), value, currency });
    },
  };
}

const NOBODY: Judge = {
  judge: ({ id }) => {
    throw new Error(`the judge was not opened for ${id}`);
  },
  count: () => undefined,
};

/** A limit that cannot be read holds everything back, rather than nothing. */
function isAbove(app: App, attempt: Attempt, limitEur: string | null): boolean {
  if (limitEur === null) return false;
  const eur = known(app.currencies.get('EUR'), 'EUR is registered');
  const limit = parseAmount(limitEur, eur);
  if (typeof limit !== 'bigint') return true;
  return valueIn(app, { code: attempt.coin, amount: attempt.received }, eur) > limit;
}
