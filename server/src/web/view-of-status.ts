// The public status of the instance. Contains no reasons, addresses or figures of the operator.
import type { App } from '../app.ts';
import { MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import { checkHealth, type ExaminedCheck } from '../operator/check-health.ts';
import { listQuarantines } from '../payouts/quarantine.ts';
import { quoteNow } from '../rates/rates.ts';
import { type CoinToChoose, coinsToChoose } from './coin-choice.ts';

/** `paused`: the operator must act. */
export type ServiceStatus = 'up' | 'delayed' | 'paused' | 'down';

export type PartName = 'payments' | 'payouts' | 'rates' | 'callbacks';

export interface Part {
  readonly part: PartName;
  readonly coin: CoinToChoose | null;
  readonly status: ServiceStatus;
}

export interface StatusView {
  readonly status: ServiceStatus;
  readonly parts: readonly Part[];
  readonly at: Date;
  readonly isTestNetwork: boolean;
}

const CACHED_FOR = 5 * SECOND;
const CALLBACKS_LATE_AFTER = MINUTE;

const kept = new WeakMap<App, { readonly madeAt: number; readonly view: Promise<StatusView> }>();

export function viewOfStatus(app: App): Promise<StatusView> {
  const known = kept.get(app);
  if (known !== undefined && steadyNow() - known.madeAt < CACHED_FOR) return known.view;
  const view = readParts(app);
  kept.set(app, { madeAt: steadyNow(), view });
  return view;
}

async function readParts(app: App): Promise<StatusView> {
  const parts = await partsOf(app).catch((error: unknown) => {
    app.log.warn({ err: error }, 'status could not be read');
    return everything(app, 'down');
  });
  return {
    status: worstOf(parts.map(({ status }) => status)),
    parts,
    at: new Date(app.clock.now()),
    isTestNetwork: app.config.network !== 'main',
  };
}

async function partsOf(app: App): Promise<readonly Part[]> {
  const checks = await checkHealth(app);
  if (!isWell(checks['database'])) return everything(app, 'down');
  const paused = new Set((await listQuarantines(app.db)).map(({ coin }) => coin));
  const worked = isWell(checks['workers']) ? 'up' : 'delayed';
  const isLate = worked === 'delayed' || (await areCallbacksLate(app));
  return [
    ...coinsToChoose(app.coins.values()).flatMap((coin): Part[] => {
      const seen = isWell(checks[`chain_${coin.code}`]) ? worked : 'delayed';
      return [
        { part: 'payments', coin, status: seen },
        { part: 'payouts', coin, status: paused.has(coin.code) ? 'paused' : seen },
        { part: 'rates', coin, status: hasRate(app, coin) ? 'up' : 'down' },
      ];
    }),
    { part: 'callbacks', coin: null, status: isLate ? 'delayed' : 'up' },
  ];
}

function everything(app: App, status: ServiceStatus): readonly Part[] {
  const names: readonly PartName[] = ['payments', 'payouts', 'rates'];
  return [
    ...coinsToChoose(app.coins.values()).flatMap((coin) =>
      names.map((part): Part => ({ part, coin, status })),
    ),
    { part: 'callbacks', coin: null, status },
  ];
}

function isWell(check: ExaminedCheck | undefined): boolean {
  return check?.ok === true;
}

function hasRate(app: App, { currency }: CoinToChoose): boolean {
  try {
    quoteNow(app, { base: currency, quote: 'EUR' });
    return true;
  } catch {
    return false;
  }
}

/** Callbacks that failed before are delayed by their receivers, not by this instance. */
async function areCallbacksLate({ db, clock }: App): Promise<boolean> {
  const [row] = await db.query<{ is_late: boolean }>(
    `select coalesce(bool_or(first_failed_at is null and next_attempt_at < $1), false) as is_late
     from (select first_failed_at, next_attempt_at from deliveries
       where status = 'pending' and not waits limit 1000) found`,
    [new Date(clock.now() - CALLBACKS_LATE_AFTER)],
  );
  return row?.is_late === true;
}

const WORST: readonly ServiceStatus[] = ['down', 'paused', 'delayed', 'up'];

function worstOf(found: readonly ServiceStatus[]): ServiceStatus {
  return WORST.find((status) => found.includes(status)) ?? 'up';
}
