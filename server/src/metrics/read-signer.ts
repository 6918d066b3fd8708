// What is left of the signer's limits of a day. That of this process counts what this process signed since it began.
import { MINUTE } from '../core/clock.ts';
import { SignerAway } from '../keys/signer.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { reading } from './reading.ts';

export const signerReading = reading({
  name: 'signer',
  everyMilliseconds: MINUTE,
  gauges: {
    chaintill_signer_budget_left_ratio: {
      help: 'The part of its limit of a day that is left: of amounts that leave, or of fees',
      labels: ['coin', 'budget'],
    },
  },
  async read(app) {
    return {
      chaintill_signer_budget_left_ratio: (await budgetsOf(app)).map(
        ({ coin, budget, left: value }) => ({ labels: { coin, budget }, value }),
      ),
    };
  },
});

/** All treasuries have the same signer. One that is away has an alarm of its own, and one of an older version none. */
async function budgetsOf({ treasuries }: OperatorApp) {
  const [treasury] = treasuries.values();
  try {
    return (await treasury?.signer.budgets?.()) ?? [];
  } catch (error) {
    if (error instanceof SignerAway) return [];
    throw error;
  }
}
