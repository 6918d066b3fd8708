// Prices from a file that the operator maintains, for test networks and currencies without a market: `{"LTC/EUR":
// "80.5", "USD/EUR": "0.92"}`. The prices are as old as the file, so they go stale like any other source.
import { readFile, stat } from 'node:fs/promises';
import { parseDecimal } from '../core/money.ts';
import type { TimedTicker } from './provider.ts';

const SOURCE = 'file';

/** Throws when the file cannot be read or is not such an object. The error names an invalid pair. */
export async function readRatesFile(
  path: string,
  { coins, freshSecondsMax }: { coins: ReadonlySet<string>; freshSecondsMax: number },
): Promise<TimedTicker[]> {
  // Reads the time first, so that a concurrent write counts as older than it is, not newer.
  const { mtimeMs } = await stat(path);
  const prices: unknown = JSON.parse(await readFile(path, 'utf8'));
  if (typeof prices !== 'object' || prices === null)
    throw new Error(`${path} is not a JSON object of prices`);
  return Object.entries(prices).map(([pair, text]) => {
    const [base = '', quote = ''] = pair.split('/');
    const price = typeof text === 'string' ? parseDecimal(text) : null;
    if (base === '' || quote === '' || price === null || price.digits <= 0n) {
      throw new Error(`${path}: "${pair}" must be BASE/QUOTE with a price above zero in quotes`);
    }
    return {
      source: SOURCE,
      fetchedAt: Math.floor(mtimeMs),
      kind: coins.has(base) ? 'coin' : 'fiat',
      freshSecondsMax,
      ticker: { base, quote, price },
    };
  });
}
