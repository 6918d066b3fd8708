// The highest quote per coin with which the signer still signs a payment and its replacements.
import { separateSigner } from '../addresses/configured-keys.ts';
import type { App } from '../app.ts';
import { mostWithin } from '../chains/most-quote.ts';
import { defined } from '../core/assert.ts';
import { amountOf } from '../core/money.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import { firstFeeLimits } from '../keys/fee-limits.ts';
import { SignerAway, SignerRefused } from '../keys/signer.ts';

/** By coin, in the smallest unit of the coin that fees are paid in. */
export type MostQuotes = ReadonlyMap<string, bigint>;

/** The last values of a separate signer, because it may be unreachable when fees are quoted. */
const SETTING = 'signer_most_quotes';

export async function signableQuotes(app: App): Promise<MostQuotes> {
  return (await requestSignature(app)) ?? (await lastReported(app)) ?? configured(app);
}

/** Null without a separate signer, while it does not respond, and for a version that does not report limits. */
async function requestSignature(app: App): Promise<MostQuotes | null> {
  const signer = separateSigner(app);
  if (signer === null) return null;
  try {
    const reported = (await signer.budgets?.()) ?? [];
    const quotes = reported.flatMap(({ coin: code, fees }): [string, bigint][] => {
      const coin = app.coins.get(code);
      return coin === undefined || fees === undefined ? [] : [[code, mostWithin(coin, fees)]];
    });
    if (quotes.length === 0) return null;
    const texts = quotes.map(([code, most]) => [code, `${most}`]);
    await storeSetting(app.db, SETTING, Object.fromEntries(texts));
    return new Map(quotes);
  } catch (error) {
    if (error instanceof SignerAway || error instanceof SignerRefused) return null;
    throw error;
  }
}

async function lastReported(app: App): Promise<MostQuotes | null> {
  if (app.config.signerSocket === null) return null;
  const stored = await readSetting<Record<string, string>>(app.db, SETTING);
  if (stored === null || stored === undefined) return null;
  return new Map(Object.entries(stored).map(([code, most]) => [code, BigInt(most)]));
}

/** The values that payouts/open-coin-wallets.ts passes to the signer of this process. */
function configured(app: App): MostQuotes {
  return new Map(
    [...app.coins.values()].map((coin) => {
      const { fee_per_transfer: first, fee_free: free } = firstFeeLimits(coin.code);
      const feeCoin = defined(app.coins.get(coin.feeCoin), `${coin.feeCoin} is registered`);
      const perTransfer = app.config.networkFeePerTransfer.get(coin.code) ?? first;
      const limits = { perTransfer: amountOf(perTransfer, feeCoin), free: amountOf(free, feeCoin) };
      return [coin.code, mostWithin(coin, limits)];
    }),
  );
}
