// The cost of a burst of payments, statement by statement: the deposits suite once, with pg_stat_statements (which the
// embedded PostgreSQL includes) and the processor time of each process. `tsx bench/profile-deposits.ts
// [workers|service] [count]`, after `node scripts/build.js`.
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../server/src/core/log.ts';
import { type Database, openDatabase } from '../server/src/db/database.ts';
import { startEmbeddedPostgres } from '../server/src/db/embedded.ts';
import { startChild } from './child.ts';
import { openFixture } from './fixture.ts';
import { type MeasureHooks, measureService, measureWorkers, warmUp } from './suites/paid-block.ts';

const SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  track_functions: 'all',
};
const STATEMENTS = 40;
const CLOCK_TICKS = 100;

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** A folder with a PostgreSQL that records the cost of its statements from its next start on. */
async function countingFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chaintill-profile-'));
  const log = createLog('warn');
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log });
  const owner = openDatabase(server.owner, log);
  for (const [name, value] of Object.entries(SETTINGS))
    await owner.query(`alter system set "${name}" = '${value}'`);
  await owner.close();
  await server.stop();
  return folder;
}

/** Seconds of processor time so far of each kind of process. */
function processorTimes(folder: string): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const kind = kindOf(pid, folder);
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [user, system] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      const seconds = (Number(user) + Number(system)) / CLOCK_TICKS;
      if (kind !== null) times.set(kind, (times.get(kind) ?? 0) + seconds);
    } catch {
      // It has ended meanwhile.
    }
  }
  return times;
}

function kindOf(pid: string, folder: string): string | null {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  if (Number(pid) === process.pid) return 'bench';
  if (command.includes('receiver.ts')) return 'receiver';
  if (command.includes('chaintill.js serve')) return 'service';
  const isOurs =
    command.startsWith('postgres:') && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  return isOurs ? 'PostgreSQL' : null;
}

interface Cost {
  readonly ms: string;
  readonly calls: number;
  readonly rows: number;
  readonly buffers: number;
  readonly wal: string;
  readonly text: string;
}

async function report(owner: Database): Promise<void> {
  const costs = await owner.query<Cost>(
    `select round(total_exec_time)::text as ms, calls, rows, shared_blks_hit + shared_blks_read as buffers,
       round(wal_bytes / 1024)::text as wal, regexp_replace(query, '\\s+', ' ', 'g') as text
     from pg_stat_statements order by total_exec_time desc limit ${STATEMENTS}`,
  );
  say('     ms   calls     rows   buffers  kB of log');
  for (const { ms, calls, rows, buffers, wal, text } of costs)
    say(
      `${[
        ms.padStart(7),
        `${calls}`.padStart(7),
        `${rows}`.padStart(8),
        `${buffers}`.padStart(9),
      ].join(' ')} ${wal.padStart(10)}  ${text.slice(0, 120)}`,
    );
  const written = await owner.query<{
    name: string;
    inserted: number;
    updated: number;
    hot: number;
  }>(
    `select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_hot_upd as hot
     from pg_stat_user_tables where n_tup_ins + n_tup_upd > 500 order by n_tup_ins + n_tup_upd desc`,
  );
  for (const { name, inserted, updated, hot } of written)
    say(`${name}: ${inserted} inserted, ${updated} updated, of which ${hot} in place`);
}

const [, , kind = 'workers', count = '10000'] = process.argv;
const folder = await countingFolder();
const fixture = await openFixture({}, { folder });
const receiver = await startChild<{ port: number }>('receiver.ts');
const { owner } = fixture;
await owner.query('create extension pg_stat_statements');
let before = processorTimes(folder);
let after = before;
const hooks: MeasureHooks = {
  async before() {
    await owner.query('select pg_stat_statements_reset(), pg_stat_reset()');
    before = processorTimes(folder);
  },
  async after() {
    after = processorTimes(folder);
  },
};
const load = { count: Number(count), receiver: `http://127.0.0.1:${receiver.ready.port}/` };
await warmUp(fixture, load.receiver);
const measure = kind === 'service' ? measureService : measureWorkers;
say(JSON.stringify(await measure(fixture, load, hooks)));
for (const [name, seconds] of after)
  say(`${name}: ${(seconds - (before.get(name) ?? 0)).toFixed(1)} s of processor time`);
await report(owner);
await receiver.stop();
await fixture.close();
rmSync(folder, { recursive: true, force: true });
