// The doctor: checks everything that can be wrong with the instance, its database, its nodes and its keys.
import { changedVectors } from '../../addresses/derivation-vectors.ts';
import { readWallets } from '../../addresses/wallets.ts';
import type { App } from '../../app.ts';
import type { AlertKind } from '../../contract/alert-kinds.ts';
import type { DoctorCode } from '../../contract/doctor-codes.ts';
import { CLOCK_WARNING, DAY, HOUR, SECOND } from '../../core/clock.ts';
import { describeRoleStatus, readRoleStatus } from '../../db/service-role.ts';
import { DatabaseUnavailable } from '../../db/unavailable.ts';
import { listPauses } from '../../ledger/payout-pauses.ts';
import { checkHealth } from '../check-health.ts';
import type { OperatorApp } from '../operator.ts';
import { type SignerStatus, signerStatus } from '../signer.ts';
import { checkBackups } from './check-backups.ts';
import { checkBooks } from './check-books.ts';
import { checkFresh, checkInputs, checkSolvency } from './check-coin-wallet.ts';
import { checkCosts } from './check-costs.ts';
import { checkAddresses, checkCash } from './check-deposits.ts';
import { checkCover, checkNodes } from './check-nodes.ts';
import { checkNotifications } from './check-notifications.ts';
import { type Finding, type ReportedFinding, reportFinding } from './finding.ts';

const FINE = { code: 'fine' } as const;

export async function examine(app: OperatorApp): Promise<ReportedFinding[]> {
  return (await checkAll(app)).map(reportFinding);
}

type Check = (app: OperatorApp) => Finding | Promise<Finding | readonly Finding[]>;

/** In the order of the report. */
const checks: readonly (readonly [DoctorCode, Check])[] = [
  ['database', checkParts],
  ['clock', checkClock],
  ['node', checkNodes],
  ['cover', checkCover],
  ['solvency', checkSolvency],
  ['network_costs', checkCosts],
  ['tokens', checkCash],
  ['small_payments', checkInputs],
  ['books', checkBooks],
  ['database_role', checkRole],
  ['payout_pauses', checkPauses],
  ['fresh_payouts', checkFresh],
  ['alerts', checkAlerts],
  ['alert_destinations', checkNotifications],
  ['backups', checkBackups],
  ['withdrawals_unsent', checkStuck],
  ['wallets', checkWallets],
  ['derivation', checkVectors],
  ['addresses', checkAddresses],
  ['signer', checkSigner],
];

async function checkAll(app: OperatorApp): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [code, check] of checks) {
    const found = await unlessFailed(app, code, check);
    findings.push(...(Array.isArray(found) ? found : [found]));
  }
  return findings;
}

/** A check that cannot complete is a finding. Without the database there are no findings. */
async function unlessFailed(
  app: OperatorApp,
  code: DoctorCode,
  check: Check,
): Promise<Finding | readonly Finding[]> {
  try {
    return await check(app);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    app.log.error({ err: error, check: code }, 'doctor check failed');
    const message = error instanceof Error ? error.message : String(error);
    return { code, about: null, ok: false, detail: { code: 'check_failed', message } };
  }
}

async function checkParts(app: App): Promise<Finding[]> {
  const { clock: _service, ...health } = await checkHealth(app);
  return Object.entries(health).map(([check, { ok, detail = FINE }]) => ({
    ...partOf(check),
    ok,
    detail,
  }));
}

const CHAIN = 'chain_';

/** For a check name of `checkHealth`. */
function partOf(check: string): Pick<Finding, 'code' | 'about'> {
  if (check.startsWith(CHAIN)) return { code: 'chain', about: check.slice(CHAIN.length) };
  if (check === 'rates' || check === 'workers') return { code: check, about: null };
  return { code: 'database', about: null };
}

/** Also checks the local machine, where the service usually runs. */
function checkClock({ machineClock }: App): Finding {
  const ok = Math.abs(machineClock.ahead) <= CLOCK_WARNING;
  const what = { code: 'clock', about: null, ok } as const;
  if (ok) return { ...what, detail: FINE };
  const { ahead } = machineClock;
  const seconds = Math.round(Math.abs(ahead) / SECOND);
  return { ...what, detail: { code: ahead > 0 ? 'clock_ahead' : 'clock_behind', seconds } };
}

/** Checks whether the database role could delete audit evidence. */
async function checkRole({ db }: App): Promise<Finding> {
  const roleStatus = await readRoleStatus(db);
  const { isGood, excess } = await describeRoleStatus(db, roleStatus);
  const { role } = roleStatus;
  const rights = excess.join(', ');
  const more =
    rights === '' ? FINE : ({ code: 'db_role_excess_privileges', role, rights } as const);
  const isWhole = roleStatus.ownsTables || roleStatus.isSuperuser;
  const detail = isWhole ? ({ code: 'db_role_superuser', role } as const) : more;
  return { code: 'database_role', about: null, ok: isGood, isAdvised: isWhole, detail };
}

async function checkPauses(app: App): Promise<Finding> {
  const stops = await listPauses(app.db, { withResumed: false });
  const ok = stops.length === 0;
  const detail = ok ? FINE : ({ code: 'stopped', projects: projectsOf(stops) } as const);
  return { code: 'payout_pauses', about: null, ok, detail };
}

const projectsOf = (stops: readonly { readonly project_id: string }[]) => [
  ...new Set(stops.map((stop) => stop.project_id)),
];

async function checkAlerts(app: App): Promise<Finding> {
  const rows = await app.db.query<{ kind: AlertKind }>(
    'select kind from alerts where resolved_at is null order by created_at desc limit 10',
  );
  const ok = rows.length === 0;
  const detail = ok
    ? FINE
    : ({ code: 'open_alerts', kinds: rows.map(({ kind }) => kind) } as const);
  return { code: 'alerts', about: null, ok, detail };
}

const stuck = {
  deposits_unassessed: `select count(*)::int as n from deposits
    where status = 'confirmed' and risk is null and owner_id is not null and confirmed_at < $1`,
  invoices_overdue: 'select count(*)::int as n from invoices where due_at < $1',
  channel_payments_overdue: 'select count(*)::int as n from channel_payments where due_at < $1',
  withdrawals_unsent: `select count(*)::int as n from coin_withdrawals w
    left join payouts p on p.project_id = w.project_id and p.withdrawal_id = w.id
    where w.status in ('pending', 'processing', 'failed') and w.committed_at < $1
      and p.wait_reason is distinct from 'waiting_for_finality'`,
  withdrawals_on_hold: `select count(*)::int as n from coin_withdrawals
    where status = 'on_hold' and committed_at < $1`,
  withdrawals_unconfirmed: `select count(*)::int as n from coin_withdrawals
    where status = 'sent' and committed_at < $1`,
  quotes_unexpired: `select
      (select count(*) from coin_withdrawals where status = 'new' and expires_at < $1)::int
      + (select count(*) from exchange_transfers where due_at < $1)::int as n`,
  callback_deliveries_failed: `select count(*)::int as n from deliveries d
    join callback_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id
    where d.status = 'failed' and e.is_enabled and d.created_at > $2 and $1::timestamptz is not null`,
} as const satisfies Partial<Record<DoctorCode, string>>;

async function checkStuck(app: App): Promise<Finding[]> {
  const now = app.clock.now();
  const findings: Finding[] = [];
  for (const code of Object.keys(stuck) as (keyof typeof stuck)[]) {
    const query = stuck[code];
    const values = query.includes('$2')
      ? [new Date(now - HOUR), new Date(now - 30 * DAY)]
      : [new Date(now - HOUR)];
    const rows = await app.db.unhurried.query<{ n: number }>(query, values);
    const n = rows[0]?.n ?? 0;
    const detail = n === 0 ? ({ code: 'none' } as const) : ({ code: 'counted', count: n } as const);
    findings.push({ code, about: null, ok: n === 0, detail });
  }
  return findings;
}

async function checkSigner(app: App): Promise<Finding> {
  const { place, away, code: cause, about } = await signerStatus(app);
  const detail =
    away === null
      ? ({ code: signerPlaces[place] } as const)
      : ({ code: 'signer_unreachable', cause, about: cause === null ? away : about } as const);
  return { code: 'signer', about: null, ok: away === null, detail };
}

const signerPlaces = {
  in_process: 'signer_here',
  separate: 'signer_separate',
  none: 'signer_none',
} as const satisfies Readonly<Record<SignerStatus['place'], string>>;

/** Checks that the stored addresses match those derived from the stored keys, for a sample of each wallet. */
async function checkWallets(app: App): Promise<Finding> {
  const rows = await app.db.query<{
    coin: string;
    extended_public_key: string;
    address: string;
    address_index: number;
  }>(
    `select w.coin, w.extended_public_key, a.address, a.address_index
     from wallets w join lateral (select address, address_index from addresses
       where coin = w.coin order by address_index desc limit 3) a on true`,
  );
  const wrong = rows.filter((row) => {
    const coin = app.coins.get(row.coin);
    const derived = coin?.deriveAddress(
      row.extended_public_key,
      row.address_index,
      app.config.network,
    );
    return coin !== undefined && derived !== row.address;
  });
  const [first] = wrong;
  const what = { code: 'wallets', about: null, ok: first === undefined } as const;
  if (first === undefined) return { ...what, detail: FINE };
  const { coin, address } = first;
  return { ...what, detail: { code: 'xpub_mismatch', coin, address } };
}

/** Checks that the addresses stored at the first start match those that the keys derive now. */
async function checkVectors(app: App): Promise<Finding> {
  const wrong = await changedVectors(app, await readWallets(app));
  const addresses = wrong.map((vector) => `${vector.coin} ${vector.address_index}`).join(', ');
  const ok = wrong.length === 0;
  const detail = ok ? FINE : ({ code: 'derivation_mismatch', addresses } as const);
  return { code: 'derivation', about: null, ok, detail };
}
