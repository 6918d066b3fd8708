// Unmatched payments as the operator lists them: the newest page.
import type { App } from '../../src/app.ts';
import { type CoinDepositRow, pageOfWaiting } from '../../src/inbox/coin-deposit.ts';

const PAGE = 200;

/** Of one project, or of all projects including payments without one. */
export async function listUnmatched(
  app: App,
  projectId: string | null,
): Promise<readonly CoinDepositRow[]> {
  const filter = { projectId, coin: null, reason: null, txid: null };
  const page = { after: null, limit: PAGE, span: { from: null, to: null } };
  return (await pageOfWaiting(app.db, { ...filter, ...page })).rows;
}
