// The cost of a statement does not grow with the database: for every worker's run, every list and every payment, on a
// fresh database that was never ANALYZEd, on the same database after it was filled with the plans of the empty one, and
// after a full ANALYZE (docs/decisions/0076). `npm run bench -- plans` plays the same on a million rows.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copiesFor, copyPlayed, EVERY_MILLISECONDS } from '../../../bench/fill/fill.ts';
import { playHour } from '../../../bench/fill/play-hour.ts';
import { defined } from '../../src/core/assert.ts';
import { POOL_SIZES } from '../../src/db/database.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { createTestDatabase } from '../support/database.ts';
import { excesses } from '../support/excesses.ts';
import { type NotedDatabase, noteStatements } from '../support/noted-statements.ts';
import { BEFORE, type PlayedStatement, playNoted } from '../support/play-noted.ts';
import { until } from '../support/service.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 400_000 });

const PROJECTS = 4;
const PLAYED = 5;
const INVOICES = 6000;

let world: World;
let noted: NotedDatabase;
let merchants: Merchant[];

const play = (merchant: Merchant | undefined): Promise<PlayedStatement[]> =>
  playNoted({ assembled: world.assembled, api: defined(merchant, 'a merchant').api }, noted);

beforeAll(async () => {
  noted = await noteStatements(await createTestDatabase(POOL_SIZES));
  world = await createWorld(
    { CHAINTILL_REQUEST_LOG_RETENTION_DAYS: '3' },
    { database: noted.database, audits: 'at-rest' },
  );
  merchants = [];
  // The last project's rows are not copied.
  for (let n = 0; n < PROJECTS + 1; n++) merchants.push(await world.merchant());
  const projects = merchants.map(({ project }) => project);
  await playHour(world.assembled, { projects, invoices: PLAYED });
});
afterAll(() => world.close());

test('on a fresh database', async () => {
  expect(excesses(await play(merchants.at(-1)))).toEqual([]);
});

test('on a database that was filled since its plans were made', async () => {
  const projects = merchants.slice(0, PROJECTS).map(({ project }) => project);
  const { owner } = world.database;
  const requested = { owner, projects, invoices: INVOICES, played: PLAYED };
  await copyPlayed(requested);
  world.clock.advance(copiesFor(requested) * EVERY_MILLISECONDS);
  expect(await auditLedger(world.app.db)).toEqual([]);
  // The server reports a session's statistics a moment later.
  await until('the server has counted', async () => {
    const [row] = await world.app.db.query<{ n: number }>(
      `select n_live_tup as n from pg_stat_user_tables where relname = 'delivery_attempts'`,
    );
    return (row?.n ?? 0) > INVOICES;
  });
  await playServersUpkeep();
  const played = await play(merchants[0]);
  // Excludes the first run of the workers, in which the service detects that its tables have grown.
  expect(excesses(played.filter((statement) => statement.play !== BEFORE))).toEqual([]);
});

test('on the same database after ANALYZE', async () => {
  await world.database.owner.query('analyze');
  const played = await play(merchants[0]);
  expect(excesses(played)).toEqual([]);
});

/** Before PostgreSQL 17 a role that owns no table can't ANALYZE one: the server does it within a minute. */
async function playServersUpkeep(): Promise<void> {
  const [server] = await world.app.db.query<{ is_older: boolean }>(
    `select current_setting('server_version_num')::int < 170000 as is_older`,
  );
  if (server?.is_older) await world.database.owner.query('analyze');
}
