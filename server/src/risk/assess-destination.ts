// The risk of a payout destination: nothing is sent to a high-risk destination, or without an assessment.
import type { App } from '../app.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { AppError } from '../core/errors.ts';
import { assessAtOnce } from './assess.ts';
import { riskToJson, type StoredRisk } from './present-risk.ts';

/** Errors: 422 `high_risk_address`, 503 `risk_unavailable`. */
export async function assessDestination(
  app: App,
  coin: Coin,
  destination: Destination,
): Promise<StoredRisk> {
  const subject = {
    currency: coin.code,
    type: 'destination_of_funds' as const,
    addresses: [destination.address],
    txid: null,
    receivedAt: null,
  };
  const risk = await assessAtOnce(app, subject);
  if (risk.level === 'high') throw highRiskAddress();
  return riskToJson(risk);
}

/** The wording of interface.md part 7. */
function highRiskAddress(): AppError {
  return new AppError({
    code: 'high_risk_address',
    status: 422,
    message:
      'We were unable to process your request as the address of the recipient may be associated with resource primarily used for unlawful activities',
  });
}
