// Rates as in `chaintill rates list`, and the spread between the sources. No source is queried.
import { SECOND } from '../core/clock.ts';
import { listRates } from '../operator/running/handlers.ts';
import { reading, samplesOf } from './reading.ts';

const labels = ['currency'];

export const ratesReading = reading({
  name: 'rates',
  everyMilliseconds: 5 * SECOND,
  gauges: {
    chaintill_rate_available: { help: '1 if a currency has a usable rate', labels },
    chaintill_rate_age_seconds: { help: 'Age of its price', labels },
    chaintill_rate_sources: { help: 'Sources that agree on it', labels },
    chaintill_rate_spread_ratio: {
      help: 'Difference between highest and lowest source, as a fraction of the price',
      labels,
    },
  },
  async read(app) {
    const { rates } = listRates(app);
    const reported = samplesOf(rates, ({ base: currency }) => ({ currency }));
    const mids = app.fixedPrices === null ? app.rates.snapshot?.mids : undefined;
    return {
      chaintill_rate_available: reported(({ status }) => (status === 'in_force' ? 1 : 0)),
      chaintill_rate_age_seconds: reported(({ age_seconds }) => age_seconds),
      chaintill_rate_sources: reported(({ sources }) => sources.length),
      chaintill_rate_spread_ratio: reported(({ base }) => {
        const apart = mids?.get(base)?.apart;
        return apart === undefined ? null : Number(apart);
      }),
    };
  },
});
