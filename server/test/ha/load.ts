// Merchants that send requests without pause: invoices, and withdrawals to one address each. Acknowledged requests are
// recorded with their time, so that none may be missing later; the longest pause is the outage.
import type { Client } from '../../../client/src/client.ts';
import { ChaintillError } from '../../../client/src/error.ts';
import { SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { payeeAt } from '../live/litecoin-shop.ts';

const LANES = 4;
const AGAIN = 100;
/** The chain handles only this many transfers within a test. */
const WITHDRAWAL_EVERY = SECOND;
const FIRST_PAYEE = 300;
/** Little more than the minimum amount. */
const AMOUNT = '0.07';

export interface Withdrawn {
  readonly customId: string;
  readonly address: string;
  readonly amount: string;
}

export interface Load {
  /** Ids by the merchants' custom_id. */
  readonly invoices: ReadonlyMap<string, string>;
  readonly withdrawals: readonly Withdrawn[];
  /** In milliseconds: the longest time without an acknowledged invoice. */
  longestPause(): number;
  /** The number acknowledged so far. */
  count(): number;
  /** Codes of the error responses, with their counts. */
  readonly refused: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export function startLoad(api: Client): Load {
  const invoices = new Map<string, string>();
  const withdrawals: Withdrawn[] = [];
  const refused = new Map<string, number>();
  const moments: number[] = [wallNow()];
  let isOver = false;
  /**
   * Retries until there is a result; null when the test ends first. When an earlier attempt succeeded, finds its
   * object.
   */
  const insisted = async <T>(send: () => Promise<T>, find: () => Promise<T>): Promise<T | null> => {
    while (!isOver) {
      try {
        return await send();
      } catch (error) {
        const code = error instanceof ChaintillError ? `${error.status} ${error.code}` : 'cut off';
        refused.set(code, (refused.get(code) ?? 0) + 1);
        if (code.endsWith('duplicate_custom_id')) return find().catch(() => null);
        if (error instanceof ChaintillError && error.status === 422) throw error;
        await sleep(AGAIN);
      }
    }
    return null;
  };
  const order = async (lane: number) => {
    for (let n = 0; !isOver; n++) {
      const customId = `load-${lane}-${n}`;
      const wanted = { price_amount: '5', price_currency: 'EUR', pay_currency: 'LTC' };
      const made = await insisted(
        () => api.invoices.create({ ...wanted, custom_id: customId }),
        () => api.invoices.getByCustomId(customId),
      );
      if (made === null) continue;
      invoices.set(customId, made.id);
      moments.push(wallNow());
      await sleep(AGAIN / 2);
    }
  };
  const payOut = async () => {
    for (let n = 0; !isOver; n++) {
      const withdrawn = { customId: `out-${n}`, address: payeeAt(FIRST_PAYEE + n), amount: AMOUNT };
      const made = await insisted(
        () =>
          api.coinWithdrawals.create({
            address: withdrawn.address,
            charged_currency: 'LTC',
            received_currency: 'LTC',
            received_amount: AMOUNT,
            force_commit: true,
            custom_id: withdrawn.customId,
          }),
        () => api.coinWithdrawals.getByCustomId(withdrawn.customId),
      );
      if (made !== null) withdrawals.push(withdrawn);
      await sleep(WITHDRAWAL_EVERY);
    }
  };
  const lanes = [payOut(), ...Array.from({ length: LANES }, (_, lane) => order(lane))];
  // Set by `stop`.
  for (const lane of lanes) lane.catch(() => undefined);
  return {
    invoices,
    withdrawals,
    refused,
    count: () => moments.length,
    longestPause: () => Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at))),
    async stop() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
}
