// `chaintill cells`. Of list, doctor, rates and policy it is the same question to all cells, one after the other, each
// by its own variables. A cell that does not answer is said, and holds up no other.
import type { Command } from 'commander';
import type { App } from '../app.ts';
import { type Move, movesUnderWay, openProjects } from '../cells/moves.ts';
import { HOUR, MINUTE, wallNow } from '../core/clock.ts';
import { countUntold } from '../deposits/told.ts';
import { withAsk } from './add-operation.ts';
import { type Cell, readCells } from './cells-folder.ts';
import {
  type Answer,
  type Comparison,
  comparePolicies,
  compareRates,
  openTwice,
  type ProjectPolicy,
} from './compare-cells.ts';
import type { Ask } from './face.ts';
import { forwardCommand } from './forward-payments.ts';
import { moveCommand } from './move-project.ts';
import { action, note, print } from './run.ts';
import { table } from './table.ts';

interface Options {
  readonly json?: boolean;
}

const questions = {
  list: {
    description: 'List the cells with their versions and how many projects they have',
    work: list,
  },
  doctor: { description: 'Run the doctor in every cell', work: doctor },
  rates: {
    description: 'Compare the rates of all cells, and say where they differ',
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
    .description('All cells of an installation: one file of variables each in CHAINTILL_CELLS');
  for (const [name, { description, work }] of Object.entries(questions))
    cells
      .command(name)
      .description(description)
      .option('--json', 'print JSON')
      .addHelpText('after', `\nExample:\n  chaintill cells ${name}`)
      .action(action(work));
  cells
    .command('move <project>')
    .description('Move a project to another cell; one that may not move says why, and stays open')
    .requiredOption('--to <cell>', 'the digit of the cell that it comes to')
    .requiredOption('--reason <text>', 'why; kept in the journals of both cells')
    .option('--from <cell>', 'where it is, when that is not the cell that made it')
    .addHelpText(
      'after',
      '\nExample:\n  chaintill cells move 0199... --to 2 --reason "cell 1 is full"',
    )
    .action(action(moveCommand));
  cells
    .command('forward')
    .description('Tell cells of payments to old addresses of projects that moved to them')
    .option('--watch', 'go on until it is stopped')
    .addHelpText('after', '\nExample:\n  chaintill cells forward --watch')
    .action(action(forwardCommand));
}

async function list({ json }: Options): Promise<void> {
  const answers = await askEach(readCells(), async (ask) => ({
    versions: await ask('versions.show', {}),
    projects: (await projectsHere(ask)).length,
  }));
  const rows = answers.map(({ cell, value: { versions, projects } }) => ({
    ...{ cell, mode: versions.mode, network: versions.network, chaintill: versions.chaintill },
    ...{ postgresql: versions.postgresql, migration: versions.migration.number, projects },
  }));
  show(json, rows, table(rows));
  const releases = new Set(rows.map(({ chaintill, migration }) => `${chaintill} (${migration})`));
  if (releases.size > 1) note(`The cells are of different releases: ${[...releases].join(', ')}`);
}

async function doctor({ json }: Options): Promise<void> {
  const open: Answer<string[]>[] = [];
  const untold: string[] = [];
  const answers = await askEach(readCells(), async (ask, { cell, app }) => {
    open.push({ cell, value: await openProjects(app.db) });
    untold.push(...sayUntold(cell, await countUntold(app.db)));
    untold.push(...sayCutOff(cell, await movesUnderWay(app.db)));
    return ask('doctor', {});
  });
  const bad = answers.flatMap(({ cell, value }) =>
    value.filter(({ ok }) => !ok).map((finding) => ({ cell, ...finding })),
  );
  const lines = answers.map(({ cell, value }) => {
    const own = value.filter(({ ok }) => !ok);
    const wrong = own.map(
      ({ check, text, hint }) =>
        `  BAD ${check}: ${text}${hint === null ? '' : `\n      -> ${hint}`}`,
    );
    const counted = `${value.length - own.length} of ${value.length} checks are well`;
    const sum = `${own.length === 0 ? 'ok ' : 'BAD'} cell ${cell}: ${counted}`;
    return [sum, ...wrong].join('\n');
  });
  const twice = openTwice(open);
  show(json, answers, [...lines, ...twice, ...untold].join('\n'));
  if (bad.length + twice.length + untold.length > 0) process.exitCode = 1;
}

/** Longer than `cells forward --watch` needs. */
const TOLD_WITHIN = MINUTE;

/** Longer than a move takes, of a project with millions of rows. */
const MOVED_WITHIN = HOUR;

function sayCutOff(cell: string, moves: readonly Move[]): string[] {
  const late = moves.filter(({ closedAt }) => wallNow() - closedAt.getTime() > MOVED_WITHIN);
  return late.map(
    ({ projectId, otherCell }) =>
      `BAD cell ${cell}: project ${projectId} has been closed for long\n      -> chaintill cells move, of cells ${cell} and ${otherCell}, again`,
  );
}

function sayUntold(cell: string, counted: Awaited<ReturnType<typeof countUntold>>): string[] {
  const late = counted.filter(({ since }) => wallNow() - since.getTime() > TOLD_WITHIN);
  return late.map(
    ({ project_id: id, n }) =>
      `BAD cell ${cell}: the cell of project ${id} was not told of ${n} payments\n      -> chaintill cells forward --watch`,
  );
}

async function rates({ json }: Options): Promise<void> {
  const compared = compareRates(await askEach(readCells(), (ask) => ask('rates.list', {})));
  showComparison(json, compared, 'the rates of all cells agree');
  if (compared.differences.length > 0) process.exitCode = 1;
}

/** Projects may have policies of their own: that they differ is no fault. */
async function policy({ json }: Options): Promise<void> {
  const answers = await askEach(readCells(), policiesOf);
  showComparison(json, comparePolicies(answers), 'all projects of all cells have the same policy');
}

async function policiesOf(ask: Ask): Promise<ProjectPolicy[]> {
  const policies: ProjectPolicy[] = [];
  for (const { id, name } of await projectsHere(ask))
    policies.push({ project: id, name, ...(await ask('policy.show', { project: id })) });
  return policies;
}

/** Without those that went to another cell. */
async function projectsHere(ask: Ask) {
  const projects: { readonly id: string; readonly name: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = await ask('projects.list', { after });
    projects.push(...page.rows.filter(({ moved_to }) => moved_to === null));
    if (page.next === null) return projects;
    after = page.next;
  }
}

/** Errors are said, and make the command fail; the others are asked all the same. */
async function askEach<Value>(
  cells: readonly Cell[],
  question: (ask: Ask, place: { cell: string; app: App }) => Promise<Value>,
): Promise<Answer<Value>[]> {
  const answers: Answer<Value>[] = [];
  for (const { cell, environment } of cells) {
    try {
      await withAsk(
        async (ask, app) => void answers.push({ cell, value: await question(ask, { cell, app }) }),
        { anyClock: true, environment },
      );
    } catch (error) {
      note(
        `BAD cell ${cell} does not answer: ${error instanceof Error ? error.message : String(error)}`,
      );
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
