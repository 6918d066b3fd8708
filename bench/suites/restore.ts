// How long an operator waits after losing a disk: a backup of a full database is created while it runs, and restored
// into an empty folder by the command. Compared with copying the files of that database on this machine.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openOrFill } from '../fill/filled-fixture.ts';
import type { Fixture } from '../fixture.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const COMMAND = join(import.meta.dirname, '../../server/bin/chaintill.js');
const MASTER_KEY = 'master.key';
const INVOICES = 700_000;
const INVOICES_QUICK = 2000;
const PROJECTS = 20;
const GIGABYTE = 1e9;

interface Times {
  readonly made: number[];
  readonly restored: number[];
  readonly copied: number[];
}

export const restoreSuite: Suite = {
  name: 'restore',
  title: 'Restoring a large database',
  async run(options) {
    const { full, isQuick, runs, say } = options;
    const filling = { invoices: isQuick ? INVOICES_QUICK : INVOICES, projects: PROJECTS };
    const { fixture } = await openOrFill(filling, full);
    const times: Times = { made: [], restored: [], copied: [] };
    try {
      const bytes = await sizeOf(fixture);
      say(`  a database of ${gigabytes(bytes)} GB`);
      for (let run = 0; run < runs; run++) await measure(fixture, times);
      return report(times, bytes, options);
    } finally {
      await fixture.close();
    }
  },
};

async function sizeOf({ owner }: Fixture): Promise<number> {
  const [row] = await owner.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return row?.bytes ?? Number.NaN;
}

/** Each on the same disk, and none from the page cache of the previous one: the system syncs in between. */
async function measure({ folder, owner }: Fixture, times: Times): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'chaintill-restore-'));
  const backups = join(scratch, 'backups');
  const fresh = join(scratch, 'data');
  try {
    await owner.unhurried.query('checkpoint');
    times.made.push(await timed(() => chaintill(folder, 'create', '--to', backups)));
    mkdirSync(fresh, { mode: 0o700 });
    cpSync(join(folder, MASTER_KEY), join(fresh, MASTER_KEY));
    times.restored.push(await timed(() => chaintill(fresh, 'restore', '--from', backups)));
    rmSync(fresh, { recursive: true, force: true });
    times.copied.push(
      await timed(async () => cpSync(join(folder, 'postgres/cluster'), fresh, { recursive: true })),
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function chaintill(folder: string, ...words: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [COMMAND, 'backup', ...words], {
    env: { PATH: process.env['PATH'] ?? '', CHAINTILL_DATA_DIR: folder },
  });
}

/** Seconds, until it is on the disk. */
async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  await promisify(execFile)('sync');
  return (performance.now() - startedAt) / 1000;
}

const gigabytes = (bytes: number) => (bytes / GIGABYTE).toFixed(1);

function report(times: Times, bytes: number, { say }: SuiteOptions): SuiteReport {
  const copied = runsOf(times.copied).median;
  const row = (what: string, seconds: readonly number[]) => {
    const { median } = runsOf(seconds);
    const shown = [showRuns(runsOf(seconds), 1), (bytes / 1e6 / median).toFixed(0)];
    return [what, ...shown, (median / copied).toFixed(1)];
  };
  const rows = [
    row('`chaintill backup create`, while the database runs', times.made),
    row('`chaintill backup restore` into an empty folder', times.restored),
    row('its files copied on the same disk (the limit)', times.copied),
  ];
  for (const [what, seconds] of rows) say(`  ${what}: ${seconds} s`);
  const head = ['what', 'seconds', 'MB of the database a second', 'times the limit'];
  const section = `${table(head, rows)}\n\nA database of ${gigabytes(bytes)} GB.\n`;
  return { section, goals: [] };
}
