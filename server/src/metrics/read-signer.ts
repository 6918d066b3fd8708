// The signer's remaining daily limits. The in-process signer counts from the start of this process.
import { MINUTE } from '../core/clock.ts';
import { readBudgets } from '../operator/signer.ts';
import { reading } from './reading.ts';

export const signerReading = reading({
  name: 'signer',
  everyMilliseconds: MINUTE,
  gauges: {
    chaintill_signer_budget_left_ratio: {
      help: "Remaining fraction of the signer's daily limit, for amounts or fees",
      labels: ['coin', 'budget'],
    },
  },
  async read(app) {
    return {
      chaintill_signer_budget_left_ratio: (await readBudgets(app)).map(
        ({ coin, budget, left: value }) => ({ labels: { coin, budget }, value }),
      ),
    };
  },
});
