// POST /api/risks/score: the risk of one address, assessed in the same way as deposits and withdrawals.
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { addressProblem } from '../coins/address-problem.ts';
import { chooseCoin } from '../coins/choose.ts';
import type { Risk as RiskSchema } from '../contract/objects/reference-data.ts';
import { type ErrorDetail, invalid } from '../core/errors.ts';
import { assessAtOnce } from './assess.ts';
import { presentRisk } from './present-risk.ts';

/** Errors: 422 `invalid`, 503 `risk_unavailable`. */
export async function scoreAddress(
  app: App,
  input: { address: string; currency: string; type: 'source_of_funds' | 'destination_of_funds' },
): Promise<Static<typeof RiskSchema>> {
  const problems: ErrorDetail[] = [];
  const coin = chooseCoin(
    app,
    { value: input.currency, target: 'currency', network: undefined },
    problems,
  );
  const destination = coin?.parseAddress(input.address, app.config.network) ?? null;
  if (coin !== null && destination === null)
    problems.push(addressProblem(app, coin, { text: input.address, target: 'address' }));
  if (coin === null || destination === null) throw invalid(...problems);
  const subject = {
    currency: coin.code,
    type: input.type,
    addresses: [destination.address],
    txid: null,
    receivedAt: null,
  };
  return presentRisk(await assessAtOnce(app, subject));
}
