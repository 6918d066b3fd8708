// Reads one page of a statement: the rows that counted, newest booking first, each with the balance of its account
// after it, which was stored when it was booked and never changes. Used by list.ts.
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { accounts, bookedConditions, type Filter } from './filter.ts';
import type { TransactionRow } from './read-rows.ts';

/** The place of a row; of two that were booked in one moment in two accounts the account decides. */
const PLACE = 't.booked_at, t.account_id, t.booked_seq';
const NEWEST_FIRST = PLACE.split(', ')
  .map((column) => `${column} desc`)
  .join(', ');

/** Errors: 404 for a cursor that is not booked. */
export async function readBooked(
  app: App,
  filter: Filter,
  page: { after: string | null; limit: number },
): Promise<TransactionRow[]> {
  const values: unknown[] = [filter.projectId];
  const ofAccounts = accounts(filter, values);
  let where = bookedConditions(filter, values);
  let cursor = '';
  if (page.after !== null) {
    await checkBooked(app, filter.projectId, page.after);
    values.push(page.after);
    cursor = `cross join (select booked_at, account_id, booked_seq from account_transactions
      where project_id = $1 and id = $${values.length}) c`;
    // The first condition is the one that the index of an account can begin at.
    where += ` and t.booked_at <= c.booked_at and (${PLACE}) < (c.booked_at, c.account_id, c.booked_seq)`;
  }
  values.push(page.limit);
  const limit = `$${values.length}`;
  return app.db.query<TransactionRow>(
    `select t.*, t.booked_balance as balance from ${ofAccounts} ${cursor}
     cross join lateral (
       select * from account_transactions t where ${where}
       order by t.booked_at desc, t.booked_seq desc limit ${limit}) t
     order by ${NEWEST_FIRST} limit ${limit}`,
    values,
  );
}

async function checkBooked(app: App, projectId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    'select 1 from account_transactions where project_id = $1 and id = $2 and booked_at is not null',
    [projectId, id],
  );
  if (rows.length === 0) throw notFound();
}
