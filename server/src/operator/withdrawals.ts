// Withdrawals, as the operator sees them. What people decide about them is in decide-withdrawals.ts.
import type { withdrawalsOperations } from '../contract/operator/withdrawals.ts';
import { attemptsOf, wasItSent } from '../payouts/send/attempts.ts';
import { readJournal } from '../policy/journal.ts';
import { type OperatorRow, recentWithdrawals } from '../withdrawals/operator-views.ts';
import { waitText } from '../withdrawals/wait-reasons.ts';
import { withdrawalDecisions } from './decide-withdrawals.ts';
import { decisionText } from './decision-text.ts';
import { findNamedWithdrawal, priceOf } from './named-withdrawal.ts';
import type { HandlersOf, OperatorApp } from './operator.ts';
import { moneyOf, timeOf } from './present.ts';

const LIST_MAX = 100;

export const withdrawalsHandlers: HandlersOf<typeof withdrawalsOperations> = {
  ...withdrawalDecisions,
  async 'withdrawals.list'(app, { project, status }) {
    const requested = { projectId: project ?? null, status: status ?? null, limit: LIST_MAX };
    return (await recentWithdrawals(app.db, requested)).map((row) => summaryOf(app, row));
  },
  async 'withdrawals.show'(app, { withdrawal_id }) {
    const row = await findNamedWithdrawal(app, withdrawal_id);
    const attempts = await attemptsOf(app.db, row);
    const people = await readJournal(app.db, row.project_id, row.id);
    return {
      ...summaryOf(app, row),
      ...requestOf(app, row),
      price: await priceOf(app, row),
      people: people.map(({ created_at, step, approver, facts }) => ({
        ...{ at: timeOf(created_at), step, approver, facts },
      })),
      sent: wasItSent(attempts, row),
      attempts: attempts.map(({ at, ...attempt }) => ({ at: timeOf(at), ...attempt })),
    };
  },
};

/** What the policy was told, and what it said. */
function requestOf(app: OperatorApp, row: OperatorRow) {
  const { value, value_currency: currency } = row;
  return {
    value: value === null || currency === null ? null : moneyOf(app, value, currency),
    decided: row.decision === null ? null : decisionText(row.decision),
    api_key: row.api_key,
    customer_id: row.customer_id,
    beneficiary: row.beneficiary === null ? null : { ...row.beneficiary },
  };
}

function summaryOf(app: OperatorApp, row: OperatorRow) {
  return {
    id: row.id,
    status: row.status,
    sends: moneyOf(app, row.received_amount, row.received_currency),
    charged: moneyOf(app, row.charged_amount, row.charged_currency),
    address: row.address,
    tag: row.tag,
    waits_for: waitsFor(row),
    txid: row.txid,
    custom_id: row.custom_id,
    project_id: row.project_id,
    created_at: timeOf(row.created_at),
  };
}

/** Why it is not sent; of a cancelled one, why it was. */
function waitsFor(row: OperatorRow): string | null {
  if (row.status === 'on_hold') return row.hold_reason;
  const { payout_waits: reason, payout_said: said } = row;
  return waitText({ wait_reason: reason, said }) ?? row.cancelled_for;
}
