// A report as a self-describing file: its name and its rows contain project, valuation currency, time zone and period.
import { operatorOperations } from '../../contract/operator/operations.ts';
import { perform, type Values, withProjects } from '../../operator/perform.ts';
import { linesOf } from '../../operator/reports/report-lines.ts';
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

const { input: fields, output } = operatorOperations['reports.lines'];
const ZONE = 'UTC';

/** `values` are already authorized. */
export async function reportFile(
  { app }: Admin,
  person: Person,
  values: Values,
): Promise<ExportedFile> {
  const report = await perform(app, 'reports.show', { values, actor: actorOf(person) });
  const { from, to, by, currency } = report;
  const project = await nameOf(app, values);
  const about = { project, valued_in: currency, zone: ZONE, period_from: from, period_to: to };
  return {
    name: ['report', project, currency, from, 'to', to, `by ${by}`, ZONE],
    columns: COLUMNS,
    rows: rowsOf(linesOf(report), about),
  };
}

const COLUMNS: readonly Column[] = [
  ...['project', 'valued_in', 'zone', 'period_from', 'period_to'].map((name) =>
    column(name, 'text'),
  ),
  ...columnsOf(rowSchema(output) ?? output),
];

async function nameOf(app: Admin['app'], values: Values): Promise<string> {
  const { project: id } = await withProjects(app, { fields, values }, []);
  if (typeof id !== 'string') return 'all projects';
  return (await loadProject(app.db, id))?.name ?? id;
}

async function* rowsOf(lines: readonly object[], about: object): Rows {
  for (const line of lines) yield { ...about, ...line };
}
