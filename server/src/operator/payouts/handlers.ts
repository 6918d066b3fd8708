// Payout pauses: the operator creates, lists and lifts them.
import { pageOfStops, stopPayouts } from '../../ledger/payout-stops.ts';
import { lockLedger } from '../../ledger/post.ts';
import { resumePayouts } from '../../payouts/plan/apply-stops.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, shownPage, timeOf, timeOrNull } from '../present.ts';
import type { payoutsOperations } from './contract.ts';

export const payoutsHandlers: HandlersOf<typeof payoutsOperations> = {
  async 'payouts.pause'(app, { project: projectId, reason }) {
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      await stopPayouts(tx, { projectId, cause: 'person', subject: tx.newId(), reason });
    });
    return { project_id: projectId };
  },
  async 'payouts.pauses'(app, { all, project, ...input }) {
    const requested = {
      projectId: project ?? null,
      withLifted: all === true,
      ...requestedPage(input),
    };
    return shownPage(await pageOfStops(app.db, requested), (row) => ({
      id: row.id,
      project_id: row.project_id,
      cause: row.cause,
      began_at: timeOf(row.began_at),
      lifted_at: timeOrNull(row.lifted_at),
      lifted_reason: row.lifted_reason,
      reason: row.reason,
      facts: row.facts,
    }));
  },
  async 'payouts.resume'(app, { stop_id: id, reason }) {
    const { project_id, isLast } = await resumePayouts(app, { id, reason });
    return { id, project_id, pays_again: isLast };
  },
};
