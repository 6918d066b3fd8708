// The operator's view of the rates: each currency in EUR, its age and source, and why it is not used.
import type { App } from '../../app.ts';
import { assetCodes } from '../../coins/choose.ts';
import type { OutputOf } from '../../contract/operator/operation.ts';
import { SECOND } from '../../core/clock.ts';
import { type Decimal, decimal, formatDecimal, multiply } from '../../core/decimal.ts';
import { PIVOT } from '../../rates/provider.ts';
import type { Quote } from '../../rates/quote.ts';
import { fiatCodes, quoteNow } from '../../rates/rates.ts';
import type { Snapshot } from '../../rates/snapshot.ts';
import { timeOf } from '../present.ts';
import type { runningOperations } from './contract.ts';

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
    ...{ base, quote: PIVOT },
    standing:
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
