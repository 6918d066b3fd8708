// An account statement as a self-describing file: its name and its rows contain project, currency, time zone and
// period. Newest first, so the first row has the closing balance and the last the opening balance.
import type { OutputOf } from '../../contract/operator/operation.ts';
import { operatorOperations } from '../../contract/operator/operations.ts';
import { DAY } from '../../core/clock.ts';
import type { accountsOperations } from '../../operator/accounts/contract.ts';
import { perform, type Values, withProjects } from '../../operator/perform.ts';
import { loadProject } from '../../projects/project.ts';
import { type Admin, actorOf, type Person } from '../person.ts';
import { type Column, column, type ExportedFile, type Rows } from './columns.ts';
import { operatorRows } from './rows.ts';

type Statement = OutputOf<(typeof accountsOperations)['accounts.statement']>;
const NAME = 'accounts.statement';
const ZONE = 'UTC';

const COLUMNS: readonly Column[] = [
  column('project', 'text'),
  column('currency', 'text'),
  column('zone', 'text'),
  column('period_from', 'text'),
  column('period_to', 'text'),
  column('booked_at', 'time'),
  column('type', 'text'),
  column('status', 'text'),
  column('description', 'text'),
  column('amount', 'amount'),
  column('fee', 'amount'),
  column('balance', 'amount'),
  column('reference_id', 'text'),
  column('id', 'text'),
];

/** `values` are already authorized. */
export async function statementFile(
  admin: Admin,
  person: Person,
  values: Values,
): Promise<ExportedFile> {
  // Excludes postings made while the file is written, because its balances would not match its rows.
  const closed = {
    ...values,
    to: values['to'] ?? new Date(admin.app.clock.now() - 1).toISOString(),
  };
  const { opening, closing, currency } = await endsOf(admin, person, closed);
  const fields = operatorOperations[NAME].input;
  const { project: id } = await withProjects(admin.app, { fields, values }, []);
  const project = await loadProject(admin.app.db, String(id));
  const [from, to] = [firstDay(values['from']), lastDay(closed.to)];
  const about = {
    project: project?.name ?? values['project'],
    currency,
    zone: ZONE,
    period_from: from,
    period_to: to,
  };
  const ends = [`opening ${opening}`, `closing ${closing}`];
  return {
    name: ['statement', String(about.project), currency, from, 'to', to, ZONE, ...ends],
    columns: COLUMNS,
    rows: rowsBetween(operatorRows(admin, person, { name: NAME, values: closed }), {
      about,
      opening: { type: 'opening_balance', balance: opening, booked_at: values['from'] },
      closing: { type: 'closing_balance', balance: closing, booked_at: closed.to },
    }),
  };
}

async function endsOf({ app }: Admin, person: Person, values: Values): Promise<Statement> {
  const requested = { values: { ...values, limit: '1' }, actor: actorOf(person) };
  return perform(app, NAME, requested);
}

interface Around {
  readonly about: object;
  readonly opening: object;
  readonly closing: object;
}

async function* rowsBetween(rows: Rows, { about, opening, closing }: Around): Rows {
  yield { ...about, ...closing };
  for await (const row of rows) yield { ...about, ...row };
  yield { ...about, ...opening };
}

/** A full day as its date. Null is the start of the account. */
function firstDay(from: unknown): string {
  if (typeof from !== 'string') return 'beginning';
  return new Date(from).getTime() % DAY === 0 ? from.slice(0, 10) : from;
}

function lastDay(to: unknown): string {
  const time = new Date(String(to)).getTime();
  return (time + 1) % DAY === 0 ? String(to).slice(0, 10) : String(to);
}
