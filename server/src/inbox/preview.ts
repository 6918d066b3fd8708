// Previews each way to resolve an inbox item: the credit with its fee, and the amount that a refund would deliver at
// the current network fee.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { loadProject } from '../projects/project.ts';
import { costOfReturn } from '../withdrawals/send-back.ts';
import { feeOfCredit } from './credit.ts';
import { findDeposit } from './unmatched.ts';

/** In the coin's smallest unit. */
export interface InboxPreview {
  readonly coin: string;
  readonly amount: bigint;
  /** Null for a deposit without a project. */
  readonly credit: { readonly fee: bigint; readonly credited: bigint } | null;
  readonly networkFee: bigint | null;
  /** Null when the amount does not cover the fee, or the fee is unknown. */
  readonly received: bigint | null;
}

/** Errors: 404. */
export async function previewUnmatched(app: App, depositId: string): Promise<InboxPreview> {
  const deposit = await findDeposit(app.db, depositId);
  const { amount, coin: code, project_id: projectId } = deposit;
  const coin = defined(app.knownCoins.get(code), 'the program knows the coin');
  const project = projectId === null ? null : await loadProject(app.db, projectId);
  const fee = project === null ? null : feeOfCredit(app, project, deposit);
  return {
    coin: coin.asset.code,
    amount,
    credit: fee === null ? null : { fee, credited: amount - fee },
    ...costOfReturn(app, coin, amount),
  };
}
