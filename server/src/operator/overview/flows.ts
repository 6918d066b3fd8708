// Money in and out per day, and the results of invoices.

import type { App } from '../../app.ts';
import { DAY } from '../../core/clock.ts';
import { groupBy, sumOf } from '../../core/group.ts';
import { projectsWithBooks } from '../../ledger/day-sums.ts';
import { type Moved, sumPostings } from '../../ledger/sum-postings.ts';
import { type Days, resultsByDay } from '../../transactions/results.ts';
import { dayOf, findDaysProblems, readDaysInput } from '../days.ts';
import { withProblems } from '../operator.ts';
import { moneyOf } from '../present.ts';
import { VALUED_IN, worthIn } from '../worth.ts';
import type { overviewOperations } from './contract.ts';

const OF_MERCHANTS = 'available';

type Flows = (typeof overviewOperations)['overview.flows'];

export const showFlows = withProblems<Flows>(async (app, { project, currency, ...given }) => {
  const into = currency ?? VALUED_IN;
  const { from, until } = readDaysInput(app, given);
  const days = { projectId: project ?? null, from, until };
  const worth = worthIn(app, into);
  const valued = (amount: bigint, code: string) => {
    const value = worth(amount, code);
    return value === null ? null : moneyOf(app, value, into).amount;
  };
  const [flows, invoices] = [await flowsByDay(app, days), await resultsByDay(app.db, days)];
  return {
    ...{ from: dayOf(from), to: dayOf(new Date(until.getTime() - DAY)), currency: into },
    days: flows.map(({ day, currency: code, credited, debited }) => ({
      ...{ day, currency: code },
      credited: moneyOf(app, credited, code).amount,
      debited: moneyOf(app, debited, code).amount,
      credited_value: valued(credited, code),
      debited_value: valued(debited, code),
    })),
    invoices,
  };
}, findDaysProblems);

/** Per day and currency, both positive, in the currency's smallest unit. */
export interface DayFlow {
  /** For example 2026-11-23. */
  readonly day: string;
  readonly currency: string;
  readonly credited: bigint;
  readonly debited: bigint;
}

/** Movements into and out of merchant accounts, equal to the sums of their statements. */
export async function flowsByDay(
  app: Pick<App, 'db' | 'clock'>,
  { projectId, ...days }: Days,
): Promise<DayFlow[]> {
  const now = new Date(app.clock.now());
  const moved: Moved[] = [];
  for (const id of projectId === null ? await projectsWithBooks(app.db) : [projectId]) {
    const booked = await sumPostings(app.db, { projectId: id, ...days, now, by: 'day' });
    moved.push(...booked.moved.filter(({ from, to }) => [from, to].includes(OF_MERCHANTS)));
  }
  return [...groupBy(moved, ({ period, currency }) => `${period} ${currency}`)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      const sum = (isIt: (row: Moved) => boolean) => sumOf(rows.filter(isIt), (row) => row.amount);
      return {
        ...{ day: first.period, currency: first.currency },
        credited: sum(({ to }) => to === OF_MERCHANTS),
        debited: sum(({ from }) => from === OF_MERCHANTS),
      };
    });
}
