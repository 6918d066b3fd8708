// Payout pauses: the operator creates, lists and ends them.
import { pageOfPauses, pausePayouts } from '../../ledger/payout-pauses.ts';
import { lockLedger } from '../../ledger/post.ts';
import { resumePayouts } from '../../payouts/plan/apply-pauses.ts';
import type { HandlersOf } from '../operator.ts';
import { requestedPage, shownPage, timeOf, timeOrNull } from '../present.ts';
import type { payoutsOperations } from './contract.ts';

export const payoutsHandlers: HandlersOf<typeof payoutsOperations> = {
  async 'payouts.pause'(app, { project: projectId, reason }) {
    await app.db.transaction(async (tx) => {
      await lockLedger(tx, projectId);
      await pausePayouts(tx, { projectId, cause: 'person', subject: tx.newId(), reason });
    });
    return { project_id: projectId };
  },
  async 'payouts.pauses'(app, { all, project, ...input }) {
    const requested = {
      projectId: project ?? null,
      withResumed: all === true,
      ...requestedPage(input),
    };
    return shownPage(await pageOfPauses(app.db, requested), (row) => ({
      id: row.id,
      project_id: row.project_id,
      cause: row.cause,
      began_at: timeOf(row.began_at),
      resumed_at: timeOrNull(row.resumed_at),
      resumed_reason: row.resumed_reason,
      reason: row.reason,
      facts: row.facts,
    }));
  },
  async 'payouts.resume'(app, { pause_id: id, reason }) {
    const { project_id, isLast } = await resumePayouts(app, { id, reason });
    return { id, project_id, pays_again: isLast };
  },
};
