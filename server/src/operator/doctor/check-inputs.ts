// What `chaintill doctor` says of small payments: what spending them costs, and whether merging them is advised.
import type { App } from '../../app.ts';
import { ChainUnavailable } from '../../chains/chain.ts';
import { formatAmount } from '../../core/money.ts';
import { INPUTS_MAX } from '../../payouts/plan/plan-outputs.ts';
import type { Treasury } from '../../payouts/send/treasury.ts';
import { type InputCosts, inputCosts } from '../../payouts/wallet/input-costs.ts';
import type { OperatorApp } from '../operator.ts';
import type { Finding } from './finding.ts';

/** Nothing of it is BAD: the hint says what to do while fees are low. A node that is away has a line of its own. */
export async function checkInputs(app: App & Pick<OperatorApp, 'treasuries'>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const treasury of app.treasuries.values()) {
    if (treasury.network.model !== 'outputs') continue;
    try {
      findings.push(findingOf(app, treasury, await inputCosts(app, treasury)));
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  }
  return findings;
}

/** As many as one transfer merges. */
function findingOf(app: App, { coin }: Treasury, costs: InputCosts): Finding {
  const { perInput, outputs, small, uneconomical } = costs;
  const amount = (value: bigint) => `${formatAmount(value, coin)} ${coin.code}`;
  const dear = small + uneconomical;
  const isAdvised = dear >= INPUTS_MAX && !app.config.consolidate.has(coin.code);
  return {
    check: `${coin.code} small payments`,
    ok: true,
    text:
      `${dear} of ${outputs} outputs lose a tenth or more to an input of ${amount(perInput)}: ` +
      `spending the ${small} that bring more than that costs ${amount(perInput * BigInt(small))} of ` +
      `${amount(costs.smallAmount)}, and ${uneconomical} with ${amount(costs.uneconomicalAmount)} cost more than they bring`,
    hint: isAdvised
      ? `merge them while fees are low: CHAINTILL_CONSOLIDATE names a price for ${coin.code}`
      : null,
  };
}
