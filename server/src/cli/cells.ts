// `chaintill cells`: runs one operation in every cell, one after another, each with its own environment. A cell that
// does not respond is reported and does not delay the others.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { type Environment, processEnvironment } from '../core/config/environment.ts';
import { apiError } from '../core/errors.ts';
import { type CallOperation, table } from './adapter.ts';
import { withOperations } from './add-operation.ts';
import {
  type Answer,
  type Comparison,
  comparePolicies,
  compareRates,
  type ProjectPolicy,
} from './compare-cells.ts';
import { action, example, note, print, reasonOf } from './run.ts';

interface Cell {
  readonly cell: string;
  readonly file: string;
  readonly environment: Environment;
}

const FOLDER = 'CHAINTILL_CELLS_DIR';
const SET_BY_ALL = ['PATH', 'HOME', 'USER', 'SUDO_USER'];

/** Ordered by digit. Errors: 400 with the problem of the folder. */
function readCells(): Cell[] {
  const own = processEnvironment();
  const folder = own[FOLDER] ?? '';
  if (folder === '') throw apiError('bad_request.cells_folder_unset', { variable: FOLDER });
  const shared = Object.fromEntries(SET_BY_ALL.map((name) => [name, own[name]]));
  const cells = filesIn(folder).map((file) => {
    const environment: Environment = { ...shared, ...parseEnv(readFileSync(file, 'utf8')) };
    const cell = environment['CHAINTILL_CELL'] ?? '';
    if (cell === '') throw apiError('bad_request.file_without_cell', { file });
    return { cell, file, environment };
  });
  const doubled = cells.find(({ cell }, n) => cells.findIndex((one) => one.cell === cell) < n);
  if (doubled !== undefined)
    throw apiError('bad_request.duplicate_cell', { file: doubled.file, cell: doubled.cell });
  return cells.sort((a, b) => (a.cell < b.cell ? -1 : 1));
}

function filesIn(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    throw apiError('bad_request.unreadable_folder', { folder, error: String(error) });
  }
  const files = names.filter((name) => name.endsWith('.env')).map((name) => join(folder, name));
  if (files.length === 0) throw apiError('bad_request.no_cell_files', { folder });
  return files;
}

interface Options {
  readonly json?: boolean;
}

const questions = {
  list: {
    description: 'List the cells with their versions and number of projects',
    work: list,
  },
  doctor: { description: 'Run doctor in every cell', work: doctor },
  rates: {
    description: 'Compare the rates of all cells and show differences',
    work: rates,
  },
  policy: {
    description: 'Compare the policies of all projects of all cells',
    work: policy,
  },
};

export function addCellsCommands(program: Command): void {
  const cells = program
    .command('cells')
    .description('All cells of an installation, one environment file each in CHAINTILL_CELLS_DIR');
  for (const [name, { description, work }] of Object.entries(questions))
    cells
      .command(name)
      .description(description)
      .option('--json', 'print JSON')
      .addHelpText(...example(`cells ${name}`))
      .action(action(work));
}

async function list({ json }: Options): Promise<void> {
  const answers = await requestEach(readCells(), async (call) => ({
    versions: await call('versions.show', {}),
    projects: (await projectsHere(call)).length,
  }));
  const rows = answers.map(({ cell, value: { versions, projects } }) => ({
    cell,
    mode: versions.mode,
    network: versions.network,
    chaintill: versions.chaintill,
    postgresql: versions.postgresql,
    migration: versions.migration.number,
    projects,
  }));
  show(json, rows, table(rows));
  const releases = new Set(rows.map(({ chaintill, migration }) => `${chaintill} (${migration})`));
  if (releases.size > 1) note(`The cells run different releases: ${[...releases].join(', ')}`);
}

async function doctor({ json }: Options): Promise<void> {
  const answers = await requestEach(readCells(), (call) => call('doctor', {}));
  const bad = answers.flatMap(({ cell, value }) =>
    value.filter(({ ok }) => !ok).map((finding) => ({ cell, ...finding })),
  );
  const lines = answers.map(({ cell, value }) => {
    const own = value.filter(({ ok }) => !ok);
    const wrong = own.map(
      ({ check, text, hint }) =>
        `  BAD ${check}: ${text}${hint === null ? '' : `\n      -> ${hint}`}`,
    );
    const counted = `${value.length - own.length} of ${value.length} checks passed`;
    const sum = `${own.length === 0 ? 'ok ' : 'BAD'} cell ${cell}: ${counted}`;
    return [sum, ...wrong].join('\n');
  });
  show(json, answers, lines.join('\n'));
  if (bad.length > 0) process.exitCode = 1;
}

async function rates({ json }: Options): Promise<void> {
  const compared = compareRates(await requestEach(readCells(), (call) => call('rates.list', {})));
  showComparison(json, compared, 'the rates of all cells agree');
  if (compared.differences.length > 0) process.exitCode = 1;
}

/** Projects may have their own policies, so different ones are not an error. */
async function policy({ json }: Options): Promise<void> {
  const answers = await requestEach(readCells(), policiesOf);
  showComparison(json, comparePolicies(answers), 'all projects of all cells have the same policy');
}

async function policiesOf(call: CallOperation): Promise<ProjectPolicy[]> {
  const policies: ProjectPolicy[] = [];
  for (const { id, name } of await projectsHere(call))
    policies.push({ project: id, name, ...(await call('policy.show', { project: id })) });
  return policies;
}

async function projectsHere(call: CallOperation) {
  const projects: { readonly id: string; readonly name: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await call('projects.list', { after });
    projects.push(...page.rows);
    if (page.next === null) return projects;
    after = page.next;
  }
}

/** Errors are printed and make the command fail; the remaining cells are still queried. */
async function requestEach<Value>(
  cells: readonly Cell[],
  question: (call: CallOperation) => Promise<Value>,
): Promise<Answer<Value>[]> {
  const answers: Answer<Value>[] = [];
  for (const { cell, environment } of cells) {
    try {
      const work = async (call: CallOperation) =>
        void answers.push({ cell, value: await question(call) });
      await withOperations(work, { anyClock: true, environment });
    } catch (error) {
      note(`BAD cell ${cell} does not respond: ${reasonOf(error)}`);
      process.exitCode = 1;
    }
  }
  return answers;
}

function showComparison(json: boolean | undefined, compared: Comparison, agreed: string): void {
  const { rows, differences } = compared;
  show(json, compared, [table(rows), '', ...differences].join('\n').trimEnd());
  if (differences.length === 0) note(agreed);
}

function show(json: boolean | undefined, value: unknown, text: string): void {
  print(json === true ? JSON.stringify(value, null, 2) : text);
}
