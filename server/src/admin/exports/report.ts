// A report as a self-describing file: its name and its rows contain project, valuation currency, time zone and period.
import type { TSchema } from 'typebox';
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

/** `values` are already authorized. */
export async function reportFile(
  { app }: Admin,
  person: Person,
  values: Values,
): Promise<ExportedFile> {
  const report = await perform(app, 'reports.show', { values, actor: actorOf(person) });
  const { from, to, by, currency, time_zone: zone } = report;
  const project = await nameOf(app, values);
  const about = { project, valued_in: currency, zone, period_from: from, period_to: to };
  const part = values['part'];
  const lines = linesOf(report).filter((line) => part === undefined || line.part === part);
  return {
    name: ['report', project, currency, from, 'to', to, `by ${by}`, zone],
    columns: LINES,
    rows: rowsOf(lines, about),
  };
}

/** `values` are already authorized. */
export async function summaryFile(
  { app }: Admin,
  person: Person,
  values: Values,
): Promise<ExportedFile> {
  const summary = await perform(app, 'reports.summary', { values, actor: actorOf(person) });
  const { from, to, currency, time_zone: zone, rows } = summary;
  const project = await nameOf(app, values);
  const about = { project, valued_in: currency, zone, period_from: from, period_to: to };
  return {
    name: ['summary', project, currency, from, 'to', to, zone],
    columns: SUMMARY,
    rows: rowsOf(rows, about),
  };
}

const ABOUT = ['project', 'valued_in', 'zone', 'period_from', 'period_to'].map((name) =>
  column(name, 'text'),
);
const describedBy = (output: TSchema): readonly Column[] => [
  ...ABOUT,
  ...columnsOf(rowSchema(output) ?? output),
];
const LINES = describedBy(output);
const SUMMARY = describedBy(operatorOperations['reports.summary'].output);

async function nameOf(app: Admin['app'], values: Values): Promise<string> {
  const { project: id } = await withProjects(app, { fields, values }, []);
  if (typeof id !== 'string') return 'all projects';
  return (await loadProject(app.db, id))?.name ?? id;
}

async function* rowsOf(lines: readonly object[], about: object): Rows {
  for (const line of lines) yield { ...about, ...line };
}
