// The cost of the database's own verification of the ledger (decision 51): the same postings by the same statement,
// with and without the triggers, in turns. Only the owner's session can disable them; the service can't.
import { newId } from '../../server/src/core/ids.ts';
import { lockLedger, type Posting, post } from '../../server/src/ledger/post.ts';
import { createAccount, type Fixture, openFixture } from '../fixture.ts';
import { runsOf, showRuns } from '../statistics.ts';
import { type Suite, type SuiteReport, table } from './suite.ts';

/** Postings per statement: the minimum, a withdrawal's, a batch's, and a block's; and the number of measurements. */
const SIZES = [
  { postings: 1, rounds: 300 },
  { postings: 3, rounds: 300 },
  { postings: 50, rounds: 100 },
  { postings: 1800, rounds: 20 },
] as const;
const QUICK_SHARE = 5;
/** Warms up the plans and fills the tables. */
const WARM_UP = 20;

type Medians = Readonly<Record<'proven' | 'unproven', number>>;

export const proofsSuite: Suite = {
  name: 'proofs',
  title: 'Cost of the ledger triggers',
  async run({ isQuick, runs, say }) {
    const measured = SIZES.map(() => [] as Medians[]);
    for (let run = 0; run < runs; run++) {
      const fixture = await openFixture();
      try {
        const { project } = await createAccount(fixture);
        for (let n = 0; n < WARM_UP; n++) await timePosting(fixture, project.id, [3, n % 2 === 0]);
        for (const [n, { postings, rounds }] of SIZES.entries()) {
          const count = isQuick ? Math.ceil(rounds / QUICK_SHARE) : rounds;
          const medians = await measureSize(fixture, project.id, { postings, rounds: count });
          say(
            `  ${postings}: ${medians.proven.toFixed(2)} ms, ${medians.unproven.toFixed(2)} without`,
          );
          measured[n]?.push(medians);
        }
      } finally {
        await fixture.close();
      }
    }
    return report(measured);
  },
};

async function measureSize(
  fixture: Fixture,
  projectId: string,
  { postings, rounds }: { postings: number; rounds: number },
): Promise<Medians> {
  const times = { proven: [] as number[], unproven: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // In turns, and each as often first as second.
    for (const isVerified of round % 2 === 0 ? [true, false] : [false, true])
      times[isVerified ? 'proven' : 'unproven'].push(
        await timePosting(fixture, projectId, [postings, isVerified]),
      );
  }
  return { proven: runsOf(times.proven).median, unproven: runsOf(times.unproven).median };
}

/** Milliseconds of the one statement that writes postings, entries and balances. */
function timePosting(
  { assembled: { app }, owner }: Fixture,
  projectId: string,
  [count, isVerified]: readonly [number, boolean],
): Promise<number> {
  const postings = Array.from(
    { length: count },
    (): Posting => ({
      referenceType: 'Bench',
      referenceId: newId(app.clock, app.random),
      purpose: 'bench',
      from: 'adjustments',
      to: 'available',
      currency: 'EUR',
      amount: 1n,
    }),
  );
  return owner.transaction(async (tx) => {
    // PostgreSQL's own replication uses this setting so that triggers do not run again.
    if (!isVerified) await tx.query('set local session_replication_role = replica');
    await lockLedger(tx, projectId);
    const startedAt = performance.now();
    await post(tx, projectId, { postings, now: new Date(app.clock.now()) });
    return performance.now() - startedAt;
  });
}

function report(measured: readonly (readonly Medians[])[]): SuiteReport {
  const rows = SIZES.map(({ postings }, n) => {
    const runs = measured[n] ?? [];
    const show = (values: number[]) => showRuns(runsOf(values), 2);
    return [
      postings.toLocaleString('en-US'),
      show(runs.map(({ proven }) => proven)),
      show(runs.map(({ unproven }) => unproven)),
      show(runs.map(({ proven, unproven }) => (1000 * (proven - unproven)) / postings)),
    ];
  });
  const head = ['postings in a statement', 'ms', 'ms without the triggers', 'µs more for each'];
  return { section: `${table(head, rows)}\n`, goals: [] };
}
