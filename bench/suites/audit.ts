// The cost of verifying the ledger with ten thousand and with a million paid invoices, in twenty projects: everything
// for the first time, one hour's work after that, with nothing new, and everything again by command.
import { mine } from '../../server/src/chains/simulated/mine.ts';
import { defined } from '../../server/src/core/assert.ts';
import { newId } from '../../server/src/core/ids.ts';
import { compactCallbacksWorker } from '../../server/src/events/compact-callbacks.ts';
import { createInvoice } from '../../server/src/invoices/create.ts';
import { paySimulated } from '../../server/src/sandbox/pay.ts';
import { auditWorker } from '../../server/src/workers/audit-books.ts';
import { auditEverything } from '../../server/src/workers/audit-everything.ts';
import { makeAllDue, makeDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { type FilledFixture, openOrFill } from '../fill/filled-fixture.ts';
import { type Runs, runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteReport, table } from './suite.ts';

const SHORT = 10_000;
const LONG = 1_000_000;
const LONG_QUICK = 30_000;
const PROJECTS = 20;
/** Paid invoices of each project in the hour. */
const HOUR_INVOICES = 25;
const BLOCKS = 6;
const REPEATED = 9;
const GOAL_RATIO = 1.5;

interface Figures {
  readonly firstSeconds: number;
  readonly hour: Runs;
  readonly rest: Runs;
  readonly everythingSeconds: number;
}

export const auditSuite: Suite = {
  name: 'audit',
  title: 'Full audit',
  async run(options) {
    const long = options.isQuick ? LONG_QUICK : LONG;
    const { full, say } = options;
    const atShort = await measureOn(SHORT, { full: undefined, say });
    const atLong = await measureOn(long, { full, say });
    return report({ long, atShort, atLong });
  },
};

async function measureOn(
  invoices: number,
  { full, say }: { full: string | undefined; say(line: string): void },
): Promise<Figures> {
  say(`  opening or filling a database of ${invoices} paid invoices`);
  const filled = await openOrFill({ invoices, projects: PROJECTS }, full);
  try {
    const figures = await measure(filled);
    say(
      `  ${invoices}: first ${figures.firstSeconds.toFixed(1)} s, an hour's work ${showRuns(figures.hour)} ms, ` +
        `at rest ${showRuns(figures.rest)} ms, everything ${figures.everythingSeconds.toFixed(1)} s`,
    );
    return figures;
  } finally {
    await filled.fixture.close();
  }
}

async function measure(filled: FilledFixture): Promise<Figures> {
  const { app } = filled.fixture.assembled;
  const { owner } = filled.fixture;
  const firstSeconds = (await timeAudit(filled)) / 1000;
  // A kept folder may contain the state of an interrupted run.
  await owner.query('drop table if exists kept_marks');
  await owner.query('create table kept_marks as select * from audit_marks');
  await playHour(filled);
  await timeAudit(filled);
  const hour: number[] = [];
  const rest: number[] = [];
  for (let n = 0; n < REPEATED; n++) {
    await owner.query(
      'update audit_marks m set mark = k.mark from kept_marks k where k.project_id = m.project_id',
    );
    hour.push(await timeAudit(filled));
    rest.push(await timeAudit(filled));
  }
  await owner.query('drop table kept_marks');
  const startedAt = performance.now();
  const { findings } = await auditEverything(app, { isNew: true, say: () => undefined });
  if (findings.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(findings)}`);
  const everythingSeconds = (performance.now() - startedAt) / 1000;
  return { firstSeconds, hour: runsOf(hour), rest: runsOf(rest), everythingSeconds };
}

/** Milliseconds until nothing is left to verify. */
async function timeAudit({ fixture }: FilledFixture): Promise<number> {
  const { app } = fixture.assembled;
  await makeDue(app, auditWorker.name);
  const startedAt = performance.now();
  while ((await auditWorker.run(app)) > 0);
  return performance.now() - startedAt;
}

/** Invoices of all projects, paid and confirmed. */
async function playHour({ fixture, accounts }: FilledFixture): Promise<void> {
  const { assembled } = fixture;
  const { app } = assembled;
  const simulations = defined(assembled.simulations, 'the networks are simulated');
  // Without the worker that packs callbacks, which would not finish a million here.
  const workers = assembled.workers.filter(({ name }) => name !== compactCallbacksWorker.name);
  const settle = async () => {
    await makeAllDue(app);
    await runDueWork(app, workers);
  };
  for (const { project } of accounts) {
    for (let n = 0; n < HOUR_INVOICES; n++) {
      const creator = { project, objectId: newId(app.clock, app.random) };
      const { id } = await createInvoice(app, creator, invoiceRequest);
      await paySimulated(app, simulations, { invoice_id: id });
    }
  }
  await settle();
  await mine(defined(simulations.get('LTC'), 'it is simulated'), { count: BLOCKS });
  await settle();
}

const invoiceRequest = {
  price_amount: '25.5',
  price_currency: 'EUR',
  pay_currency: 'LTC',
} as Parameters<typeof createInvoice>[2];

function report(facts: { long: number; atShort: Figures; atLong: Figures }): SuiteReport {
  const { long, atShort, atLong } = facts;
  const rows = [
    ['all of it, for the first time', ...seconds('firstSeconds')],
    [`one hour's work: ${PROJECTS * HOUR_INVOICES} paid invoices`, ...milliseconds('hour')],
    ['nothing new', ...milliseconds('rest')],
    ['all of it again, as `chaintill audit`', ...seconds('everythingSeconds')],
  ];
  function seconds(name: 'firstSeconds' | 'everythingSeconds'): string[] {
    return [atShort, atLong].map((figures) => `${figures[name].toFixed(1)} s`);
  }
  function milliseconds(name: 'hour' | 'rest'): string[] {
    return [atShort, atLong].map((figures) => `${showRuns(figures[name])} ms`);
  }
  const head = [`proven in ${PROJECTS} projects`, `${SHORT} paid invoices`, `${long}`];
  const ratio = atLong.hour.median / atShort.hour.median;
  return {
    section: `${table(head, rows)}\n`,
    goals: [
      {
        text: `the audit of one hour's work at ${long} paid invoices within ${GOAL_RATIO} times that at ${SHORT}`,
        isReached: ratio <= GOAL_RATIO,
        figure: ratio.toFixed(2),
      },
    ],
  };
}
