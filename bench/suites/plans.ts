// The rows and pages that every action of the service touches with ten thousand and with a million paid invoices, in
// twenty projects: each worker's run, each list, each step of a payment. server/test/db/plans.test.ts enforces the
// limits on a small database; this checks the real size.
import { createClient } from '../../client/src/client.ts';
import { type Assembled, assemble } from '../../server/src/assemble.ts';
import { readConfig } from '../../server/src/coins/read-config.ts';
import { createLog } from '../../server/src/core/log.ts';
import { systemRandom } from '../../server/src/core/random.ts';
import { handlers } from '../../server/src/http/serve-operations.ts';
import { createServer } from '../../server/src/http/server.ts';
import { makeAllDue } from '../../server/src/workers/schedule.ts';
import { runDueWork } from '../../server/src/workers/worker.ts';
import { type NotedDatabase, noteStatements } from '../../server/test/support/noted-statements.ts';
import { type PlayedStatement, playNoted } from '../../server/test/support/play-noted.ts';
import { type FilledFixture, openOrFill } from '../fill/filled-fixture.ts';
import { type Suite, type SuiteOptions, type SuiteReport, table } from './suite.ts';

const SHORT = 10_000;
const LONG = 1_000_000;
const LONG_QUICK = 50_000;
const PROJECTS = 20;
const GOAL_RATIO = 1.5;
/** This many more pages are one more index level in each lookup, not growth. */
const LEVELS = 40;
const SHOWN = 12;
const NETWORK = /\bsimulation\./;

export const plansSuite: Suite = {
  name: 'plans',
  title: 'Pages that a statement touches',
  async run(options) {
    const long = options.isQuick ? LONG_QUICK : LONG;
    const atShort = await pagesOn(SHORT, { say: options.say });
    const atLong = await pagesOn(long, options);
    return report({ long, atShort, atLong });
  },
};

type Pages = ReadonlyMap<string, PlayedStatement>;

async function pagesOn(
  invoices: number,
  { full, say }: Pick<SuiteOptions, 'full' | 'say'>,
): Promise<Pages> {
  say(`  ${full ?? 'filling'}: a database of ${invoices} paid invoices`);
  const filled = await openOrFill({ invoices, projects: PROJECTS }, full);
  try {
    return await playOn(filled);
  } finally {
    await filled.fixture.close();
  }
}

/** The largest counts by action and statement. */
export async function playOn({ fixture, accounts }: FilledFixture): Promise<Pages> {
  await settle(fixture.assembled);
  const noted = await noteStatements({
    db: fixture.assembled.app.db,
    connection: { connectionString: fixture.databaseUrl },
    url: fixture.databaseUrl,
    owner: fixture.owner,
    ownerUrl: fixture.ownerUrl,
    drop: async () => undefined,
  });
  const assembled = await assembleOn(fixture, noted);
  const server = createServer(assembled.app, handlers);
  const baseUrl = await server.fastify.listen({ host: '127.0.0.1', port: 0 });
  assembled.app.publicUrl.value = baseUrl;
  try {
    const [account] = accounts;
    const { key: apiKey = '', secret: apiSecret = '' } = account ?? {};
    const api = createClient({ baseUrl, apiKey, apiSecret, retriesMax: 0 });
    const most = new Map<string, PlayedStatement>();
    for (const statement of await playNoted({ assembled, api }, noted)) {
      const name = `${statement.play}: ${statement.text.replace(/\s+/g, ' ')}`;
      if ((most.get(name)?.pages ?? -1) < statement.pages) most.set(name, statement);
    }
    return most;
  } finally {
    await server.fastify.close();
    await assembled.close();
    await noted.database.drop();
    await asBefore(fixture);
  }
}

/** Not recorded: the first audit examines each event of the database, with a statement inside a function for each. */
async function settle({ app, workers }: Assembled): Promise<void> {
  await makeAllDue(app);
  await runDueWork(app, workers);
}

/** Reverts the settings that recording changed, as the database may be kept. */
async function asBefore({ owner }: FilledFixture['fixture']): Promise<void> {
  const [{ name = '' } = {}] = await owner.query<{ name: string }>(
    `select format('%I', current_database()) as name`,
  );
  await owner.query(`alter database ${name} reset all`);
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'simulation')`,
  );
  for (const table of tables)
    await owner.query(`alter table ${table.name} reset (autovacuum_enabled)`);
}

async function assembleOn(
  { environment, clock }: FilledFixture['fixture'],
  { database }: NotedDatabase,
): Promise<Assembled> {
  const log = createLog('warn');
  return await assemble(
    { config: readConfig(environment), clock, random: systemRandom, log, db: database.db },
    { seed: 'bench', minesByItself: false, deliveryFault: null },
  );
}

interface Grown {
  readonly name: string;
  readonly short: number;
  readonly long: number;
  readonly ratio: number;
}

function report(facts: { long: number; atShort: Pages; atLong: Pages }): SuiteReport {
  const { long, atShort, atLong } = facts;
  const grown = [...atLong]
    .filter(([, { text }]) => !NETWORK.test(text))
    .map(([name, { pages }]): Grown => {
      const short = atShort.get(name)?.pages ?? 0;
      return { name, short, long: pages, ratio: pages / (short + LEVELS) };
    })
    .sort((a, b) => b.ratio - a.ratio);
  const rows = grown
    .slice(0, SHOWN)
    .map(({ name, short, long: pages, ratio }) => [
      name.slice(0, 120).replaceAll('|', '\\|'),
      String(short),
      String(pages),
      ratio.toFixed(2),
    ]);
  const worst = grown[0];
  const head = ['statement', `pages at ${SHORT}`, `pages at ${long}`, 'ratio'];
  const text = `pages that a statement touches at ${long} paid invoices within ${GOAL_RATIO} times those at ${SHORT}`;
  return {
    section: `The ${SHOWN} of ${grown.length} statements that grew most.\n\n${table(head, rows)}\n`,
    goals: [
      {
        text,
        isReached: (worst?.ratio ?? 0) <= GOAL_RATIO,
        figure: `${worst?.ratio.toFixed(2)} for "${worst?.name.slice(0, 60)}"`,
      },
    ],
  };
}
