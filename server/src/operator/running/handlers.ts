// Runtime status and checks of the instance.
import type { App } from '../../app.ts';
import { assetCodes } from '../../coins/choose.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { SECOND } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { type Decimal, decimal, formatDecimal, multiply } from '../../core/money.ts';
import { packageVersion } from '../../core/places.ts';
import { PIVOT } from '../../rates/provider.ts';
import { fiatCodes, type Quote, quoteNow } from '../../rates/rates.ts';
import type { Snapshot } from '../../rates/snapshot.ts';
import { auditEverything } from '../../workers/audit-everything.ts';
import { requestRun } from '../../workers/schedule.ts';
import { examine } from '../doctor/examine.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { timeOf } from '../present.ts';
import { listWorkers } from '../workers.ts';
import type { runningOperations } from './contract.ts';
import { listNodes } from './nodes.ts';

export const runningHandlers: HandlersOf<typeof runningOperations> = {
  'nodes.list': listNodes,
  'rates.list': async (app) => listRates(app),
  'versions.show': (app) => readVersions(app),
  'workers.list': (app) => listWorkers(app),
  async 'workers.run'(app, { name }) {
    const status = await requestRun(app, name);
    if (status === null) throw notFound();
    return { name, status };
  },
  async doctor(app) {
    const findings = await examine(app);
    return findings.map(({ node = null, ...finding }) => ({ ...finding, node }));
  },
  async audit(app, { again }, { report }) {
    const say = (progress: string) => report?.(progress);
    return (await auditEverything(app, { isNew: again === true, say })).findings;
  },
};

type Shown = OutputOf<(typeof runningOperations)['rates.list']>;

export function listRates(app: App): Shown {
  const now = app.clock.now();
  const isFixed = app.fixedPrices !== null;
  const snapshot =
    app.rates.isDown === true ? null : (app.fixedPrices?.({ now }) ?? app.rates.snapshot);
  const codes = [...assetCodes(app.coins.values()), ...fiatCodes(app)];
  return {
    made_at: snapshot === null ? null : timeOf(new Date(snapshot.at)),
    fixed: isFixed,
    spread_percent: formatDecimal(app.config.spreadPercent),
    sources_needed: isFixed ? 0 : app.config.rateSourcesMin,
    rates: codes
      .filter((code) => code !== PIVOT)
      .map((base) => shownRate(app, snapshot, { base, now })),
  };
}

function shownRate(
  app: App,
  snapshot: Snapshot | null,
  { base, now }: { base: string; now: number },
): Shown['rates'][number] {
  const withheld = snapshot?.withheld.get(base);
  const mid = snapshot?.mids.get(base);
  const reported = mid ?? withheld?.believed;
  const quote = quoteIfAny(app, base);
  const suspect = withheld?.suspect ?? null;
  return {
    base,
    quote: PIVOT,
    status:
      quote !== null ? 'in_force' : mid !== undefined ? 'stale' : suspect ? 'jumped' : 'missing',
    price: reported === undefined ? null : formatDecimal(reported.price),
    buy_rate: textOf(quote?.buyRate),
    sell_rate: textOf(quote?.sellRate),
    as_of: reported === undefined ? null : timeOf(new Date(reported.asOf)),
    age_seconds:
      reported === undefined ? null : Math.max(0, Math.floor((now - reported.asOf) / SECOND)),
    sources: [...(reported?.sources ?? [])],
    apart_percent: reported?.apart === undefined ? null : percentOf(reported.apart),
    jumped_to: textOf(suspect?.price),
  };
}

/** Null when no rate is in force, for any reason. */
function quoteIfAny(app: App, base: string): Quote | null {
  try {
    return quoteNow(app, { base, quote: PIVOT });
  } catch {
    return null;
  }
}

/** Converts a fraction (0.05) to a percentage (5). */
function percentOf(parts: string): string {
  return formatDecimal(multiply(decimal(parts), decimal('100')));
}

function textOf(decimal: Decimal | undefined): string | null {
  return decimal === undefined ? null : formatDecimal(decimal);
}

interface Made {
  readonly postgresql: string;
  readonly version: number;
  readonly name: string;
  readonly applied_at: Date;
}

async function readVersions(
  app: OperatorApp,
): Promise<OutputOf<(typeof runningOperations)['versions.show']>> {
  const [made] = await app.db.query<Made>(
    `select current_setting('server_version') as postgresql, version, name, applied_at
     from migrations order by version desc limit 1`,
  );
  const { postgresql, version, name, applied_at: at } = defined(made, 'a migration');
  return {
    chaintill: packageVersion(),
    node: process.versions.node,
    postgresql,
    migration: { number: version, name, applied_at: timeOf(at) },
    mode: app.config.mode,
    network: app.config.network,
  };
}
