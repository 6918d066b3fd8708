// The database of the version that stored texts (previous-version/README.md), upgraded: alerts, stops, holds,
// cancellations and the audit log show what they showed, and nothing that a person handled comes back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVARIANT_CODES, INVARIANT_TEXTS } from '../../src/contract/invariant-texts.ts';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorOperations } from '../../src/contract/operator/operations.ts';
import { migrate } from '../../src/db/migrate.ts';
import { giveRights } from '../../src/db/service-role.ts';
import type { AuditFinding } from '../../src/ledger/audit.ts';
import { stopText } from '../../src/ledger/stop-text.ts';
import type { Values } from '../../src/operator/find-projects.ts';
import { perform } from '../../src/operator/perform.ts';
import { alarmFinding } from '../../src/workers/audit-books.ts';
import { createEmptyDatabase, serviceRole } from '../support/database.ts';
import { restoreRows, unpacked } from '../support/restore-rows.ts';
import { createWorld, type World } from '../support/world.ts';

const FOLDER = join(import.meta.dirname, 'previous-version');
/** A moment after its last row. */
const STARTS_AT = Date.parse('2026-11-28T15:28:00Z');
const SYSTEM = { kind: 'system_user', name: 'test', face: 'cli', address: null } as const;

interface Shown {
  readonly withdrawals: readonly object[];
  readonly stops: readonly { id: string; reason: string; lifted_reason: string | null }[];
  readonly alarms: readonly Alarm[];
  readonly journal: readonly object[];
  /** German texts of that version's dashboard, by the English text that it stored. */
  readonly german: Readonly<Record<string, string>>;
}

interface Alarm {
  readonly id: string;
  readonly kind: string;
  readonly cleared_at: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

const before: Shown = JSON.parse(unpacked(join(FOLDER, 'shown.json.gz')));

let world: World;
beforeAll(async () => {
  const database = await createEmptyDatabase();
  await restoreRows(database, { path: join(FOLDER, 'rows.jsonl.gz'), newest: 188 });
  await migrate(database.owner);
  await giveRights(database.owner, serviceRole);
  const key = readFileSync(join(FOLDER, 'master.key'), 'utf8').trim();
  world = await createWorld({ CHAINTILL_MASTER_KEY: key }, { database, startsAt: STARTS_AT });
});
afterAll(() => world.close());

type Listing = 'withdrawals.list' | 'payouts.stops' | 'alarms.list' | 'journal.list';

async function list<N extends Listing>(
  name: N,
  values: Values = {},
): Promise<OutputOf<OperatorOperations[N]>['rows']> {
  const { coinWallets, nodes } = world.assembled;
  const app = { ...world.app, coinWallets, nodes };
  return (await perform(app, name, { actor: SYSTEM, values })).rows;
}

/** Without the one of this test's PostgreSQL, which is another than the one that the rows came from. */
async function alarms(): Promise<readonly Alarm[]> {
  const rows = await list('alarms.list', { all: true });
  return rows.filter(({ kind }) => kind !== 'database_moved');
}

/** The findings that the version stored, by the code that they have now. */
async function findings(): Promise<AuditFinding[]> {
  const rows = await world.app.db.query<AuditFinding>(
    `select facts ->> 'invariant' as invariant, facts -> 'facts' as facts from ledger_alarms
     where kind = 'audit' and facts #>> '{facts,off_by}' = '7' order by id`,
  );
  const codes = rows.map(({ invariant }) => invariant);
  expect(codes.filter((code) => !INVARIANT_CODES.includes(code))).toEqual([]);
  expect(new Set(codes).size).toBe(34);
  // In the order in which that version wrote them down.
  return rows.map(({ invariant, facts: { project_id, currency, off_by } }) => ({
    ...{ invariant, facts: { project_id, currency, off_by } },
  }));
}

test('each stop has the cause, the text and the person that it had', async () => {
  const after = await list('payouts.stops', { all: true });
  const shown = after.map((stop) => ({ ...stop, reason: stopText(stop), facts: undefined }));
  expect(shown).toEqual(before.stops);
  expect(after.filter(({ reason }) => reason !== null).map(({ cause }) => cause)).toEqual([
    ...['person', 'person'],
  ]);
});

test('each alert says what it said, in German as in English', async () => {
  const after = await alarms();
  const asText = ({ facts, ...alarm }: Alarm) => {
    const { invariant, subject, ...others } = facts;
    const code = INVARIANT_CODES.find((one) => one === invariant);
    if (code === undefined) return { ...alarm, facts };
    const text = INVARIANT_TEXTS.en[code];
    expect(INVARIANT_TEXTS.de[code]).toBe(before.german[text] ?? INVARIANT_TEXTS.de[code]);
    const was = String(subject).replace(code, text);
    return { ...alarm, facts: { ...others, invariant: text, subject: was } };
  };
  const audits = (alarms: readonly Alarm[]) => alarms.filter(({ kind }) => kind === 'audit');
  expect(audits(after).map(asText)).toEqual(audits(before.alarms));
  const kinds = (alarms: readonly Alarm[]) => alarms.map(({ id, kind }) => `${kind} ${id}`);
  expect(kinds(after)).toEqual(kinds(before.alarms));
  const stopped = after.find(({ facts }) => facts['cause'] === 'reversed_deposit');
  expect(stopped?.facts).toMatchObject({ coin: 'LTC', txid: expect.any(String) });
  expect(stopped?.facts).not.toHaveProperty('reason');
});

test('what was found and seen stops nothing again, and is told nobody again', async () => {
  const stops = await list('payouts.stops', { all: true });
  const notifications = () =>
    world.app.db.query(
      `select t.subject, a.facts ->> 'subject' as now from alarm_tellings t
       join ledger_alarms a on a.id = t.alarm_id where t.subject <> a.facts ->> 'subject'`,
    );
  expect(await notifications()).toEqual([]);
  for (const finding of await findings())
    await alarmFinding(world.app, finding, { isRaisedAgain: false });
  expect(await list('payouts.stops', { all: true })).toEqual(stops);
  expect(await alarms()).toHaveLength(before.alarms.length);
});

test('the last proof of everything found what it found', async () => {
  const [run] = await world.app.db.query<{ findings: readonly AuditFinding[] }>(
    'select findings from audit_runs',
  );
  expect(run?.findings.map(({ invariant }) => invariant)).toContain('account_sums_nonzero');
  for (const { invariant } of run?.findings ?? []) expect(INVARIANT_CODES).toContain(invariant);
});

test('the audit log reads as it did', async () => {
  expect(await list('journal.list')).toEqual(before.journal);
});

test('each withdrawal shows what it waits for, or why it ended', async () => {
  expect(await list('withdrawals.list')).toEqual(before.withdrawals);
});
