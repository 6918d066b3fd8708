// Looks at the solvency every ten minutes. What stays short for two looks in a row is an alarm: between a block and the
// books that follow it a coin may look short for a moment. The alarm ends by itself.
import type { App } from '../../app.ts';
import { MINUTE } from '../../core/clock.ts';
import { formatAmount } from '../../core/money.ts';
import { readSetting, storeSetting } from '../../db/settings.ts';
import { endAlarm, raiseAlarm } from '../../ledger/alarms.ts';
import { auditWorker } from '../../workers/audit-books.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import { alarmFeeLosses } from './fee-losses.ts';
import { isShort, solvencyOf, surplusOf } from './solvency.ts';

const EVERY = 10 * MINUTE;
const ALARM = 'insolvent';
const SETTING = 'short_since';
/** The subject of the alarm about all currencies together. */
const ALL = 'all';

const solvencyWorker: Worker = recurring({
  name: 'solvency',
  everyMilliseconds: EVERY,
  leaseMilliseconds: 5 * MINUTE,
  async run(app) {
    await alarmFeeLosses(app);
    const short = await shortages(app);
    const before = await shortSince(app);
    const now = app.clock.now();
    const since = Object.fromEntries([...short.keys()].map((name) => [name, before[name] ?? now]));
    for (const [subject, lacking] of short) {
      if (now - (since[subject] ?? now) < EVERY) continue;
      await app.db.transaction((tx) =>
        raiseAlarm(tx, { kind: ALARM, subject, facts: { lacking } }),
      );
    }
    for (const subject of Object.keys(before)) {
      if (!short.has(subject))
        await app.db.transaction((tx) => endAlarm(tx, { kind: ALARM, subject }));
    }
    await storeSetting(app.db, SETTING, since);
    return false;
  },
});

/** What proves the books, and that what they say is there. */
export const provingWorkers: readonly Worker[] = [auditWorker, solvencyWorker];

/** What lacks, as text, by coin and `all`. */
async function shortages(app: App): Promise<ReadonlyMap<string, string>> {
  const { positions, rest } = await solvencyOf(app);
  const short = new Map<string, string>();
  for (const position of positions.filter(isShort)) {
    const { currency } = position;
    short.set(currency.code, `${formatAmount(-surplusOf(position), currency)} ${currency.code}`);
  }
  const euro = app.currencies.get('EUR');
  if (rest !== null && rest < 0n && euro !== undefined)
    short.set(ALL, `${formatAmount(-rest, euro)} EUR`);
  return short;
}

async function shortSince(app: App): Promise<Readonly<Record<string, number>>> {
  return (await readSetting<Record<string, number>>(app.db, SETTING)) ?? {};
}
