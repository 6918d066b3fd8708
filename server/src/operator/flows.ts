// Money in and out by day, and what became of invoices.
import type { overviewOperations } from '../contract/operator/overview.ts';
import { DAY } from '../core/clock.ts';
import { flowsByDay, outcomesByDay } from '../transactions/flows.ts';
import { dayOf, daysGiven, findDaysProblems } from './days.ts';
import { withProblems } from './operator.ts';
import { moneyOf } from './present.ts';
import { VALUED_IN, worthIn } from './worth.ts';

type Flows = (typeof overviewOperations)['overview.flows'];

export const showFlows = withProblems<Flows>(async (app, { project, currency, ...given }) => {
  const into = currency ?? VALUED_IN;
  const { from, until } = daysGiven(app, given);
  const days = { projectId: project ?? null, from, until };
  const worth = worthIn(app, into);
  const valued = (amount: bigint, code: string) => {
    const value = worth(amount, code);
    return value === null ? null : moneyOf(app, value, into).amount;
  };
  const [flows, invoices] = [await flowsByDay(app.db, days), await outcomesByDay(app.db, days)];
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
