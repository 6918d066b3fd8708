// The stored audit results (no audit runs during the request), and solvency.
import type { InvariantCode } from '../../contract/invariant-codes.ts';
import { formatAmount } from '../../core/money.ts';
import type { Sql } from '../../db/database.ts';
import { type AlertRow, pageOfAlerts } from '../../ledger/alerts.ts';
import { readVerified } from '../../ledger/audit-marks.ts';
import { latestRun } from '../../ledger/audit-runs.ts';
import {
  declareHolding,
  listDeclarations,
  type Position,
  solvencyOf,
  surplusOf,
} from '../../payouts/wallet/solvency.ts';
import { type HandlersOf, withProblems } from '../operator.ts';
import { moneyOf, requestedPage, shownPage, VALUED_IN } from '../present.ts';
import { findAmountProblems, isNothing, readRequestedAmount } from '../read-input.ts';
import type { booksOperations } from './contract.ts';

const SHOWN = 100;

export const booksHandlers: HandlersOf<typeof booksOperations> = {
  async 'books.show'(app) {
    const verified = await readVerified(app.db, SHOWN + 1);
    const whole = await latestRun(app.db);
    const { rows, next } = await openAlerts(app.db);
    return {
      projects: verified.slice(0, SHOWN).map((row) => ({ ...row, project: row.name })),
      has_more_projects: verified.length > SHOWN,
      whole: whole && { ...whole, found: whole.findings.length },
      found: rows.map(foundOf),
      has_more_found: next !== null,
    };
  },
  async 'solvency.show'(app) {
    const { positions, rest } = await solvencyOf(app);
    return {
      positions: shownPositions(positions),
      rest: rest === null ? null : moneyOf(app, rest, VALUED_IN),
    };
  },
  'solvency.record-holding': withProblems<Operations['solvency.record-holding']>(
    async (app, { amount: text, currency, reason }) => {
      const amount = isNothing(text) ? 0n : readRequestedAmount(app, { amount: text, currency });
      await declareHolding(app, { currency, amount, reason });
      return moneyOf(app, amount, currency);
    },
    (app, input, problems) => {
      if (!isNothing(input.amount)) findAmountProblems(app, input, problems);
    },
  ),
  async 'solvency.holdings'(app, input) {
    const page = await listDeclarations(app.db, requestedPage(input));
    return shownPage(page, (row) => ({
      ...row,
      declared_at: row.created_at,
      amount: moneyOf(app, row.amount, row.currency).amount,
    }));
  },
};

/** Without currencies that nobody owns or holds. */
export function shownPositions(positions: readonly Position[]) {
  const some = positions.filter((one) => one.owed !== 0n || one.held !== 0n || one.declared !== 0n);
  return some.map(({ currency, ...position }) => ({
    currency: currency.code,
    owed: formatAmount(position.owed, currency),
    held: formatAmount(position.held, currency),
    beside_tokens: formatAmount(position.withTokens, currency),
    declared: formatAmount(position.declared, currency),
    rest: formatAmount(surplusOf({ currency, ...position }), currency),
  }));
}

function openAlerts(sql: Sql) {
  const span = { from: null, to: null };
  return pageOfAlerts(sql, {
    after: null,
    limit: SHOWN,
    withResolved: false,
    kind: 'audit_finding',
    span,
  });
}

function foundOf({ id, created_at: at, facts: alert }: AlertRow) {
  const { project_id: projectId, ...facts } = { ...(alert['facts'] as object) } as {
    readonly project_id?: string | null;
  };
  return {
    alert_id: id,
    found_at: at,
    project_id: projectId ?? null,
    invariant: alert['invariant'] as InvariantCode,
    facts,
  };
}

type Operations = typeof booksOperations;
