// Commits a withdrawal within 30 seconds of its creation: the hold becomes the debit, and the treasury may
// send it. Committed once, by whoever comes first.
import type { App } from '../app.ts';
import type { Project } from '../projects/project.ts';
import { takeStep } from './take-step.ts';
import type { WithdrawalRow } from './withdrawal.ts';

/** Errors: 404, 409 `already_committed` or `commit_window_expired`. */
export function commitWithdrawal(
  app: App,
  caller: { project: Project; objectId: string },
  id: string,
): Promise<WithdrawalRow> {
  return takeStep(app, caller.project.id, { kind: 'commit', id, commitKey: caller.objectId });
}
