// Manual adjustments above the limit: the operator's list and decisions.
import {
  approveCorrection,
  type CorrectionRow,
  LIMIT_CURRENCY,
  listCorrections,
  refuseCorrection,
} from '../../corrections/corrections.ts';
import { personOf } from '../../corrections/people.ts';
import type { HandlersOf, OperatorApp } from '../operator.ts';
import { moneyOf, requestedPage, shownPage, timeOf, timeOrNull } from '../present.ts';
import type { correctionsOperations } from './contract.ts';

export const correctionsHandlers: HandlersOf<typeof correctionsOperations> = {
  async 'corrections.list'(app, { project, status, ...input }) {
    const requested = {
      projectId: project ?? null,
      status: status ?? null,
      ...requestedPage(input),
    };
    return shownPage(await listCorrections(app.db, requested), (row) => shown(app, row));
  },
  async 'corrections.approve'(app, { correction_id }, { actor }) {
    const row = await approveCorrection(app, correction_id, personOf(actor));
    return { id: row.id, project_id: row.project_id, ...amountOf(app, row) };
  },
  async 'corrections.reject'(app, { correction_id: id, reason }, { actor }) {
    const { project_id } = await refuseCorrection(app, { id, reason }, personOf(actor));
    return { id, project_id };
  },
};

function shown(app: OperatorApp, row: CorrectionRow) {
  const { id, project_id, status, reason, value_eur: value, refused_because } = row;
  return {
    id,
    project_id,
    status,
    ...amountOf(app, row),
    value: value === null ? null : moneyOf(app, value, LIMIT_CURRENCY),
    reason,
    requested_by: row.requested_by_name,
    requested_at: timeOf(row.requested_at),
    decided_by: row.decided_by_name,
    decided_at: timeOrNull(row.decided_at),
    refused_because,
  };
}

function amountOf(app: OperatorApp, { amount, currency }: CorrectionRow) {
  const isCredit = amount > 0n;
  const type = isCredit ? ('credit' as const) : ('debit' as const);
  return { type, amount: moneyOf(app, isCredit ? amount : -amount, currency) };
}
