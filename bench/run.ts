// `npm run bench`: runs the suites and writes bench/RESULTS.md. `npm run bench -- --quick` checks in a few minutes that
// everything works, and writes nothing; suite names select some of them; `--full` names a folder that `npm run fill`
// created, which takes longer than all suites.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openFixture } from './fixture.ts';
import { atRestSuite } from './suites/at-rest.ts';
import { auditSuite } from './suites/audit.ts';
import { busyKeySuite } from './suites/busy-key.ts';
import { checkoutsSuite } from './suites/checkouts.ts';
import { dashboardSuite } from './suites/dashboard.ts';
import { depositsSuite } from './suites/deposits.ts';
import { exportsSuite } from './suites/exports.ts';
import { fullSuite } from './suites/full.ts';
import { ingestSuite } from './suites/ingest.ts';
import { ingestAnvilSuite } from './suites/ingest-anvil.ts';
import { invoicesSuite } from './suites/invoices.ts';
import { latencySuite } from './suites/latency.ts';
import { listenersSuite } from './suites/listeners.ts';
import { listsSuite } from './suites/lists.ts';
import { payoutBatchesSuite } from './suites/payout-batches.ts';
import { plansSuite } from './suites/plans.ts';
import { processesSuite } from './suites/processes.ts';
import { proofsSuite } from './suites/proofs.ts';
import { restoreSuite } from './suites/restore.ts';
import { startSuite } from './suites/start.ts';
import { storageSuite } from './suites/storage.ts';
import { type Goal, type Suite, type SuiteReport, table } from './suites/suite.ts';
import { withdrawalsSuite } from './suites/withdrawals.ts';

const suites: readonly Suite[] = [
  invoicesSuite,
  checkoutsSuite,
  busyKeySuite,
  withdrawalsSuite,
  payoutBatchesSuite,
  processesSuite,
  depositsSuite,
  latencySuite,
  ingestSuite,
  ingestAnvilSuite,
  listsSuite,
  exportsSuite,
  listenersSuite,
  dashboardSuite,
  proofsSuite,
  plansSuite,
  auditSuite,
  fullSuite,
  storageSuite,
  restoreSuite,
  startSuite,
  atRestSuite,
];
const RESULTS = join(import.meta.dirname, 'RESULTS.md');
const RUNS = 3;

const USAGE = `npm run bench -- [--quick] [--runs N] [--full FOLDER] [${suites.map(({ name }) => name).join('] [')}]`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      runs: { type: 'string' },
      full: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const isKnown = positionals.every((name) => suites.some((suite) => suite.name === name));
  const runs = Number(values.runs ?? (values.quick ? 1 : RUNS));
  if (values.help || !isKnown || !Number.isInteger(runs) || runs < 1) {
    say(USAGE);
    process.exit(values.help ? 0 : 2);
  }
  const chosen = suites.filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  return { chosen, runs, full: values.full, isQuick: values.quick };
}

/** What a reader needs to interpret the figures. */
async function machine(): Promise<string> {
  const fixture = await openFixture();
  const { postgresVersion } = fixture;
  await fixture.close();
  const [processor] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return [
    `- Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit}`,
    `- Machine: ${cpus().length} x ${processor?.model ?? 'unknown processor'}, ` +
      `${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}; load before the first suite ${loadavg()[0]?.toFixed(1)}`,
    `- Node ${process.version}, embedded PostgreSQL ${postgresVersion}, durable (fsync and synchronous commit on)`,
    `- Command: \`npm run bench${process.argv.length > 2 ? ` -- ${process.argv.slice(2).join(' ')}` : ''}\``,
  ].join('\n');
}

function goalTable(of: readonly Goal[]): string {
  return table(
    ['goal', 'measured', ''],
    of.map(({ text, isReached, figure }) => [
      text,
      figure,
      isReached ? 'reached' : '**not reached**',
    ]),
  );
}

const PREFACE = `Written by \`npm run bench\` (bench/run.ts). Figures are the median of the runs, with the lowest and the
highest in brackets. Load generator, service, its limit and PostgreSQL share the processors of one machine. Each section
answers one question: first its goals, then the figures with the limit that was measured in the same run and the ratio
to it. For each goal that is not reached, [bounds.md](bounds.md) says what bounds it.`;

/** Undefined for a suite that fails: the others take an hour, and are still run and shown. */
async function reportOf(suite: Suite): Promise<SuiteReport | undefined> {
  try {
    return await suite.run({ isQuick, runs, say, ...(full !== undefined && { full }) });
  } catch (error) {
    say(`  failed: ${error instanceof Error ? error.stack : error}`);
    return undefined;
  }
}

const { chosen, runs, full, isQuick } = readArguments();
const facts = await machine();
say(facts);
const sections: string[] = [];
const goals: Goal[] = [];
const failed: string[] = [];
for (const suite of chosen) {
  say(`\n${suite.title}`);
  const report = await reportOf(suite);
  if (report === undefined) {
    failed.push(suite.name);
    continue;
  }
  const { section, goals: own } = report;
  goals.push(...own);
  sections.push(
    `## ${suite.title}\n\n${own.length === 0 ? '' : `${goalTable(own)}\n\n`}${section}`,
  );
}
const text = `# Benchmark results\n\n${PREFACE}\n\n${facts}\n- Runs: ${runs} of each\n\n## All goals\n\n${goalTable(goals)}\n\n${sections.join('\n')}`;
const isWhole = chosen.length === suites.length && !isQuick && failed.length === 0;
if (isWhole) writeFileSync(RESULTS, text);
say(isWhole ? `\nwritten to ${RESULTS}` : `\n${text}`);
if (failed.length > 0) {
  say(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
