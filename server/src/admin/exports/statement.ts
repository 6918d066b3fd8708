// Account statements as self-describing files, of one currency or of all: the name and the rows contain project,
// currency, time zone and period. Newest first per currency, so the first row has the closing balance and the last the
// opening balance.
import type { OutputOf } from '../../contract/operator/operation.ts';
import { operatorOperations } from '../../contract/operator/operations.ts';
import { dayAt, dayEndIn, dayStartIn } from '../../core/time-zone.ts';
import type { accountsOperations } from '../../operator/accounts/contract.ts';
import { perform, type Values, withProjects } from '../../operator/perform.ts';
import { loadProject } from '../../projects/project.ts';
import { type Admin, actorOf, type Person } from '../person.ts';
import {
  type Column,
  column,
  columnsOf,
  type ExportedFile,
  type Rows,
  rowSchema,
} from './columns.ts';
import { operatorRows } from './rows.ts';

type Statement = OutputOf<(typeof accountsOperations)['accounts.statement']>;
const NAME = 'accounts.statement';
const ENTRIES = 'reports.entries';
const ZONE = 'UTC';

const PERIOD: readonly Column[] = [
  column('zone', 'text'),
  column('period_from', 'text'),
  column('period_to', 'text'),
];

const COLUMNS: readonly Column[] = [
  column('project', 'text'),
  column('currency', 'text'),
  ...PERIOD,
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
  const { ends, about, rows } = await statementOf(admin, person, values);
  const { project, currency, zone, period_from: from, period_to: to } = about;
  const balances = [`opening ${ends.opening}`, `closing ${ends.closing}`];
  return {
    name: ['statement', project, currency, from, 'to', to, zone, ...balances],
    columns: COLUMNS,
    rows,
  };
}

async function statementOf(admin: Admin, person: Person, values: Values) {
  const closed = { ...values, to: closedAt(admin, values['to']) };
  const ends = await endsOf(admin, person, closed);
  const zone = String(values['time_zone'] ?? ZONE);
  const about = {
    project: await projectName(admin, values),
    currency: ends.currency,
    zone,
    period_from: firstDay(zone, values['from']),
    period_to: lastDay(zone, closed.to),
  };
  const rows = rowsBetween(operatorRows(admin, person, { name: NAME, values: closed }), {
    about,
    opening: { type: 'opening_balance', balance: ends.opening, booked_at: values['from'] },
    closing: { type: 'closing_balance', balance: ends.closing, booked_at: closed.to },
  });
  return { ends, about, rows };
}

/** Excludes postings made while the file is written, because its balances would not match its rows. */
function closedAt({ app }: Admin, to: unknown): string {
  const now = app.clock.now() - 1;
  const wanted = typeof to === 'string' ? Date.parse(to) : Number.NaN;
  return wanted <= now ? String(to) : new Date(now).toISOString();
}

async function projectName({ app }: Admin, values: Values): Promise<string> {
  const fields = operatorOperations[NAME].input;
  const { project: id } = await withProjects(app, { fields, values }, []);
  const project = await loadProject(app.db, String(id));
  return project?.name ?? String(values['project']);
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

/**
 * The entries behind one line of a summary; without a line, the statements of all currencies one after the other.
 * `values` are already authorized.
 */
export async function entriesFile(
  admin: Admin,
  person: Person,
  values: Values,
): Promise<ExportedFile> {
  const { line, currency, ...period } = values;
  const requested = { values: period, actor: actorOf(person) };
  const summary = await perform(admin.app, 'reports.summary', requested);
  const { from, to, time_zone: zone, since, until } = summary;
  const project = await projectName(admin, values);
  const name = [project, String(currency ?? 'all currencies'), from, 'to', to, zone];
  if (line !== undefined) {
    const about = { project, zone, period_from: from, period_to: to, line };
    const rows = operatorRows(admin, person, { name: ENTRIES, values });
    return { name: [String(line), ...name], columns: LINE_COLUMNS, rows: withFacts(rows, about) };
  }
  const used = new Set(summary.rows.map((row) => row.currency));
  const span = {
    project: values['project'],
    from: since,
    to: new Date(Date.parse(until) - 1).toISOString(),
    time_zone: zone,
  };
  const statements = [...used]
    .filter((code) => currency === undefined || currency === code)
    .map((code) => ({ ...span, currency: code }));
  return {
    name: ['statement', ...name],
    columns: COLUMNS,
    rows: oneAfterTheOther(admin, person, statements),
  };
}

const ENTRY = operatorOperations[ENTRIES].output;
const LINE_COLUMNS: readonly Column[] = [
  column('project', 'text'),
  ...PERIOD,
  column('line', 'text'),
  ...columnsOf(rowSchema(ENTRY) ?? ENTRY),
];

async function* oneAfterTheOther(
  admin: Admin,
  person: Person,
  statements: readonly Values[],
): Rows {
  for (const values of statements) yield* (await statementOf(admin, person, values)).rows;
}

async function* withFacts(rows: Rows, about: object): Rows {
  for await (const row of rows) yield { ...about, ...row };
}

/** A full day as its date. Null is the start of the account. */
function firstDay(zone: string, from: unknown): string {
  if (typeof from !== 'string') return 'beginning';
  const [time, day] = timeAndDay(zone, from);
  return dayStartIn(zone, day) === time ? day : from;
}

function lastDay(zone: string, to: string): string {
  const [time, day] = timeAndDay(zone, to);
  return dayEndIn(zone, day) === time ? day : to;
}

function timeAndDay(zone: string, text: string): [time: number, day: string] {
  const time = new Date(text).getTime();
  return [time, dayAt(zone, time)];
}
