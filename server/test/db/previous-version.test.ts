// An upgraded database of the version that stored texts (previous-version/README.md): alerts, stops, holds,
// cancellations and the audit log show the same, and nothing that a person resolved returns.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Content } from '../../src/alerts/decide.ts';
import { openDestinations } from '../../src/alerts/destinations.ts';
import { INVARIANT_CODES } from '../../src/contract/invariant-codes.ts';
import type { OutputOf } from '../../src/contract/operator/operation.ts';
import type { OperatorOperations } from '../../src/contract/operator/operations.ts';
import { defined } from '../../src/core/assert.ts';
import { textsOf } from '../../src/core/texts/texts.ts';
import type { Sql } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { grantRights } from '../../src/db/service-role.ts';
import type { AuditFinding } from '../../src/ledger/audit.ts';
import { pauseText } from '../../src/ledger/payout-pauses.ts';
import { perform, type Values } from '../../src/operator/perform.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { alertFinding } from '../../src/workers/audit-books.ts';
import { operatorReader } from '../operator/support.ts';
import { createEmptyDatabase, serviceRole } from '../support/database.ts';
import {
  ACTION_KEYS,
  AFTER_KEYS,
  ALERT_KEYS,
  ALERT_KINDS,
  BEFORE_KEYS,
  chooseOldNotices,
  DETAILS,
  failuresOfJobs,
  JOBS,
  noteOldActions,
  noteOldResume,
  OBJECT_TYPES,
  OPERATIONS,
  PAUSE_KEYS,
  raiseOldKinds,
  scheduleOldJobs,
  WAIT_KEYS,
  WAIT_REASONS,
  withNewKeys,
} from '../support/renamed-codes.ts';
import { restoreRows, unpacked } from '../support/restore-rows.ts';
import { REWORDED, rewordTexts } from '../support/reworded-texts.ts';
import { createWorld, type World } from '../support/world.ts';

const FOLDER = join(import.meta.dirname, 'previous-version');
/** A moment after its last row. */
const STARTS_AT = Date.parse('2026-11-28T15:28:00Z');
const SYSTEM = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;

interface Shown {
  readonly withdrawals: OutputOf<OperatorOperations['withdrawals.list']>['rows'];
  readonly stops: readonly { id: string; reason: string; resumed_reason: string | null }[];
  readonly alarms: readonly AlertRow[];
  readonly journal: readonly Action[];
}

interface Action {
  readonly operation: string;
  readonly object_type: string | null;
  readonly before: object | null;
  readonly after: object | null;
}

interface AlertRow {
  readonly id: string;
  readonly kind: string;
  readonly resolved_at: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly severity?: string;
  readonly runbook?: string;
  readonly assignee?: unknown;
}

/** The English text of each invariant, which that version stored. */
const INVARIANT_TEXTS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(FOLDER, 'invariants.json'), 'utf8'),
);

const before = withNewCodes(JSON.parse(unpacked(join(FOLDER, 'shown.json.gz'))));

/** The codes have new names, and nothing else changed. */
function withNewCodes(shown: Shown): Shown {
  const renamed = (codes: Readonly<Record<string, string>>, code: string | null) =>
    code === null ? null : (codes[code] ?? code);
  return {
    ...shown,
    stops: shown.stops.map((stop) =>
      withNewKeys(PAUSE_KEYS, stop),
    ) as readonly object[] as Shown['stops'],
    alarms: shown.alarms.map((alert) => ({
      ...withNewKeys(ALERT_KEYS, alert),
      kind: ALERT_KINDS[alert.kind] ?? alert.kind,
    })) as readonly object[] as Shown['alarms'],
    journal: shown.journal.map((action) => ({
      ...withNewKeys(ACTION_KEYS, action),
      operation: OPERATIONS[action.operation] ?? action.operation,
      object_type: renamed(OBJECT_TYPES, action.object_type),
      before: action.before && withNewKeys(BEFORE_KEYS, action.before),
      after: action.after && withNewKeys(AFTER_KEYS, action.after),
    })) as readonly Action[],
    withdrawals: shown.withdrawals.map((withdrawal) => ({
      ...withNewKeys(WAIT_KEYS, withdrawal),
      waits_for:
        withdrawal.waits_for?.replace('the signer refuses', 'rejected by the signer') ?? null,
      wait_code: renamed(WAIT_REASONS, renamed(DETAILS, withdrawal.wait_code)),
      wait_detail: renamed(DETAILS, withdrawal.wait_detail),
    })) as readonly object[] as Shown['withdrawals'],
  };
}

let world: World;
let failures: Readonly<Record<string, string>>;
beforeAll(async () => {
  const database = await createEmptyDatabase();
  await restoreRows(database, { path: join(FOLDER, 'rows.jsonl.gz'), newest: 188 });
  await database.owner.transaction(noteRefusal);
  await database.owner.transaction(raiseOldKinds);
  await database.owner.transaction(noteOldActions);
  await database.owner.transaction(noteOldResume);
  await database.owner.transaction(scheduleOldJobs);
  await database.owner.transaction(chooseOldNotices);
  await migrate(database.owner);
  failures = await failuresOfJobs(database.owner);
  await grantRights(database.owner, serviceRole);
  const key = readFileSync(join(FOLDER, 'master.key'), 'utf8').trim();
  world = await createWorld({ CHAINTILL_MASTER_KEY: key }, { database, startsAt: STARTS_AT });
});
afterAll(() => world.close());

/** Older than the rows of the dump, with the code that that version stored. */
const REFUSAL = '01a22280-0000-7000-8000-000000000000';
async function noteRefusal({ query }: Sql): Promise<void> {
  await query(
    `insert into journal (id, at, actor_kind, actor, face, operation, input)
     values ($1, '2026-11-28T14:00:00Z', 'system_user', 'test', 'cli', 'withdrawals.approve', '{}')`,
    [REFUSAL],
  );
  await query(
    `insert into journal_outcomes (journal_id, at, outcome, code)
     values ($1, '2026-11-28T14:00:00Z', 'refused', 'own_withdrawal')`,
    [REFUSAL],
  );
}

type Listing = 'withdrawals.list' | 'payouts.pauses' | 'alerts.list' | 'journal.list';

async function list<N extends Listing>(
  name: N,
  values: Values = {},
): Promise<OutputOf<OperatorOperations[N]>['rows']> {
  const { coinWallets, nodes } = world.assembled;
  const app = { ...world.app, coinWallets, nodes };
  return (await perform(app, name, { actor: SYSTEM, values })).rows;
}

/** Without the alert about this test's PostgreSQL, which is not the one that the rows came from. */
async function storedAlerts(): Promise<readonly AlertRow[]> {
  const rows = await list('alerts.list', { all: true });
  return rows.filter(
    ({ kind, facts }) => kind !== 'database_replaced' && !`${facts['subject']}`.startsWith('old '),
  );
}

/** The findings that that version stored, by their current code. */
async function findings(): Promise<AuditFinding[]> {
  const rows = await world.app.db.query<AuditFinding>(
    `select facts ->> 'invariant' as invariant, facts -> 'facts' as facts from alerts
     where kind = 'audit_finding' and facts #>> '{facts,off_by}' = '7' order by id`,
  );
  const codes = rows.map(({ invariant }) => invariant);
  expect(codes.filter((code) => !INVARIANT_CODES.includes(code))).toEqual([]);
  expect(new Set(codes).size).toBe(34);
  // In the order in which that version stored them.
  return rows.map(({ invariant, facts: { project_id, currency, off_by } }) => ({
    invariant,
    facts: { project_id, currency, off_by },
  }));
}

test('each stop has the cause, the text and the person that it had', async () => {
  const after = await list('payouts.pauses', { all: true });
  const textOf = (stop: (typeof after)[number]) => {
    const rule = INVARIANT_TEXTS[String(stop.facts['invariant'])];
    return rule === undefined ? pauseText(stop) : `the books do not add up: ${rule}`;
  };
  const shown = after.map((stop) => ({ ...stop, reason: textOf(stop), facts: undefined }));
  expect(shown).toEqual(before.stops);
  expect(after.filter(({ reason }) => reason !== null).map(({ cause }) => cause)).toEqual([
    'person',
    'person',
  ]);
});

test('each alert has the code of the text that it stored', async () => {
  const after = await storedAlerts();
  // That version had no severity, runbook and assignee.
  const asText = ({ severity, runbook, assignee, facts, ...alert }: AlertRow) => {
    expect([typeof severity, typeof runbook, assignee]).toEqual(['string', 'string', null]);
    const { invariant, subject, ...others } = facts;
    const code = INVARIANT_CODES.find((one) => one === invariant);
    if (code === undefined) return { ...alert, facts };
    const text = defined(INVARIANT_TEXTS[code], code);
    const was = String(subject).replace(code, text);
    return { ...alert, facts: { ...others, invariant: text, subject: was } };
  };
  const audits = (storedAlerts: readonly AlertRow[]) =>
    storedAlerts.filter(({ kind }) => kind === 'audit_finding');
  expect(audits(after).map(asText)).toEqual(audits(before.alarms));
  const kinds = (storedAlerts: readonly AlertRow[]) =>
    storedAlerts.map(({ id, kind }) => `${kind} ${id}`);
  expect(kinds(after)).toEqual(kinds(before.alarms));
  const stopped = after.find(({ facts }) => facts['cause'] === 'reversed_deposit');
  expect(stopped?.facts).toMatchObject({ coin: 'LTC', txid: expect.any(String) });
  expect(stopped?.facts).not.toHaveProperty('reason');
});

test('alerts and messages of every kind that was renamed have the new name', async () => {
  const kinds = Object.fromEntries(
    Object.entries(ALERT_KINDS).map(([old, now]) => [`old ${old}`, now]),
  );
  const named = (rows: readonly { readonly kind: string; readonly subject: string }[]) =>
    Object.fromEntries(rows.map(({ kind, subject }) => [subject, kind]));
  const alerts = await world.app.db.query<{ kind: string; subject: string }>(
    `select kind, facts ->> 'subject' as subject from alerts where facts ->> 'subject' like 'old %'`,
  );
  expect(named(alerts)).toEqual(kinds);
  const [message] = await world.app.db.query<{ content: Content }>(
    `select content from alert_messages where content #>> '{raised,0,subject}' like 'old %'`,
  );
  const { raised } = defined(message, 'the message').content;
  expect(named(raised)).toEqual(kinds);
  expect(raised.map(({ alert_id: id }) => id)).toEqual(Object.keys(raised).map(Number));
});

test('reviewed findings stop nothing again and are not reported again', async () => {
  const stops = await list('payouts.pauses', { all: true });
  const notifications = () =>
    world.app.db.query(
      `select t.subject, a.facts ->> 'subject' as now from alert_notifications t
       join alerts a on a.id = t.alert_id where t.subject <> a.facts ->> 'subject'`,
    );
  expect(await notifications()).toEqual([]);
  for (const finding of await findings())
    await alertFinding(world.app, finding, { isRaisedAgain: false });
  expect(await list('payouts.pauses', { all: true })).toEqual(stops);
  expect(await storedAlerts()).toHaveLength(before.alarms.length);
});

test('the last full audit has the same findings', async () => {
  const [run] = await world.app.db.query<{ findings: readonly AuditFinding[] }>(
    'select findings from audit_runs',
  );
  expect(run?.findings.map(({ invariant }) => invariant)).toContain('account_sums_nonzero');
  for (const { invariant } of run?.findings ?? []) expect(INVARIANT_CODES).toContain(invariant);
});

test('the audit log reads as it did', async () => {
  const refusal = { id: REFUSAL, result: 'refused', code: 'self_approval_forbidden' };
  const actions = (await list('journal.list')).filter(
    ({ actor }) => actor !== 'old' && actor !== 'resumer',
  );
  expect(actions).toEqual([...before.journal, expect.objectContaining(refusal)]);
});

test('the audit log has the new name of every operation, object and field', async () => {
  const actions = (await list('journal.list')).filter(({ actor }) => actor === 'old').reverse();
  expect(actions.map(({ operation }) => operation)).toEqual(Object.values(OPERATIONS));
  for (const action of actions)
    expect(action).toMatchObject({
      source: 'dashboard',
      object_type: 'alert',
      input: action.operation.startsWith('alerts.') ? { alert_id: 'x' } : {},
      before: { kind: 'x', resolved: false, acknowledged_by: null },
    });
});

test('the end of a payout pause in the audit log has the new names', async () => {
  const [action] = await list('journal.list', { operation: 'payouts.resume', user: 'resumer' });
  expect(action).toMatchObject({
    object_type: 'payout_pause',
    input: { pause_id: 'x', reason: 'y' },
    before: { cause: 'person', resumed: false },
  });
});

test('people get notices of alerts as before, and destinations keep their settings', async () => {
  const [notice] = await world.app.db.query(
    `select kinds, notified from notices where user_id = '00000000-0000-7000-a000-000000000001'`,
  );
  expect(notice).toEqual({
    kinds: ['alerts', 'deposits_unmatched'],
    notified: [
      { kind: 'alerts', ids: ['x'] },
      { kind: 'deposits_unmatched', ids: [] },
    ],
  });
  expect(await openDestinations(world.app, 'pager')).toMatchObject([
    { settings: { url: expect.stringMatching(/^http/) } },
  ]);
});

test('jobs keep their schedule under their new name', () => {
  const names = Object.entries(JOBS).map(([was, name]) => [name, `old ${was}`]);
  expect(failures).toEqual(Object.fromEntries(names));
});

/** The German dashboard texts for the texts that that version stored, by their current code. */
const GERMAN: Readonly<Record<string, string>> = {
  account_missing: 'das Konto existiert noch nicht, und der Betrag liegt unter seiner Reserve',
  tag_required: 'das Konto verlangt ein Ziel-Tag',
  xrp_disallowed: 'das Konto nimmt keine XRP an',
  not_authorized: 'das Konto nimmt nur Zahlungen von autorisierten Absendern an',
  payments_not_accepted: 'die Adresse nimmt keine Zahlungen an',
  unspendable: 'die Adresse hat keinen Eigentümer',
  price_above_limit:
    'der Preis ist abgelaufen, und der aktuelle Preis liegt über dem festgelegten Höchstpreis',
  price_expired: 'die Auszahlung konnte nicht vor Ablauf des Preises gesendet werden',
  requested_by_merchant: 'auf Wunsch des Händlers',
  lookalike_address: 'ähnelt der bekannten Adresse ABOUT, weicht aber von ihr ab',
  possibly_paid:
    'möglicherweise bereits durch ABOUT bezahlt; diese Transaktion fehlt in der Datenbank',
};

const germanOf = (code: string, about: string | null) =>
  GERMAN[code]?.replace('ABOUT', about ?? '');

type Withdrawal = Shown['withdrawals'][number];

/**
 * Without the texts of codes, also in `waits_for` and `ended_because`, which append them to the message. That version
 * stored the text `dust` without a code.
 */
function withoutTexts({ waits_for: _, ended_because: _ended, ...withdrawal }: Withdrawal): object {
  const { wait_facts: _facts, ...shown } = withdrawal;
  // A signer message in a form that no version has: shown verbatim.
  if (shown.wait_detail === 'unrecognized') return { ...shown, wait_detail: null };
  const wait_detail = shown.wait_message === 'dust' ? 'below_dust' : shown.wait_detail;
  if (wait_detail === null && shown.wait_code !== 'above_transaction_limit') return shown;
  const { wait_message: _said, ...others } = shown;
  return { ...others, wait_detail };
}

test('each withdrawal shows what it waits for, or why it ended', async () => {
  const after = await list('withdrawals.list');
  expect(after.map(withoutTexts)).toEqual(before.withdrawals.map(withoutTexts));
  const { cancel, hold, payee } = textsOf('reasons', 'de');
  const texts: Readonly<Record<string, string>> = { ...cancel, ...payee };
  const coded = after.flatMap(({ wait_detail: code, wait_subject: about }) => {
    if (code === null || code === 'below_dust' || code === 'unrecognized') return [];
    if (code === 'lookalike_address')
      return [[germanOf(code, about), hold.lookalike_address({ address: `${about}` })]];
    if (code === 'possibly_paid')
      return [[germanOf(code, about), hold.possibly_paid({ txid: `${about}` })]];
    return [[germanOf(code, about), texts[code]]];
  });
  expect(coded).toHaveLength(Object.keys(GERMAN).length);
  for (const [expected, text] of coded) expect(text).toBe(expected);
});

test('the columns of codes hold no text, and those of people no text of the service', async () => {
  const [left] = await world.app.db.query<{ n: number }>(
    `select count(*)::int as n from coin_withdrawals w left join payouts p on p.withdrawal_id = w.id
     where (w.cancel_code is not null and w.cancelled_for is not null)
       or (p.wait_detail ? 'code' and p.wait_detail ? 'message') or w.decision ->> 'reason' is not null`,
  );
  expect(left).toEqual({ n: 0 });
  const said = await world.app.db.query<{ said: string }>(
    `select cancelled_for as said from coin_withdrawals where cancelled_for is not null
     union all select coalesce(wait_detail ->> 'message', wait_detail ->> 'text') from payouts
     where wait_detail ?| '{message,text}'`,
  );
  expect(said.map(({ said: text }) => text).sort()).toEqual([
    'Ada says no',
    'above the limit of the day',
    'execution reverted',
    'the customer asked twice',
  ]);
});

test('with every text reworded nothing else changes, and people release and cancel as before', async () => {
  const shown = await list('withdrawals.list');
  onTestFinished(rewordTexts('reasons'));
  const reworded = await list('withdrawals.list');
  expect(reworded.map(withoutTexts)).toEqual(shown.map(withoutTexts));
  const coded = reworded.filter(
    ({ wait_detail: code }) => code !== null && code !== 'unrecognized',
  );
  for (const { wait_message: said } of coded) expect(said).toContain(REWORDED);
  await decideAll(reworded);
  const left = (await list('withdrawals.list')).map(({ status }) => status);
  expect(left.filter((status) => !['completed', 'cancelled'].includes(status))).toEqual([]);
  const alerts = await list('alerts.list');
  expect(alerts.filter(({ kind }) => kind === 'recipient_rejects_payment')).toEqual([]);
});

/** Releases what needs no approval, then cancels the rest. */
async function decideAll(withdrawals: readonly Withdrawal[]): Promise<void> {
  const read = operatorReader(world);
  // The chain of those rows is not simulated here.
  const verified = { verifiedRound: world.app.comparison.round };
  for (const { project_id: projectId, id, status, wait_message: rule, sends } of withdrawals) {
    const withdrawal_id = id;
    if (status === 'on_hold' && rule !== 'big')
      expect(await read('withdrawals.release', { withdrawal_id })).toMatchObject({
        released: true,
      });
    if (status === 'on_hold' || status === 'pending')
      await cancelWithdrawal(
        world.app,
        { coin: { code: sends.currency } },
        { ...verified, projectId, id, reason: 'a test' },
      );
  }
}
