// Solvency: the operator views it and records external holdings.
import { formatAmount } from '../../core/money.ts';
import {
  declareHolding,
  listDeclarations,
  solvencyOf,
  surplusOf,
} from '../../payouts/wallet/solvency.ts';
import { type HandlersOf, withProblems } from '../operator.ts';
import { moneyOf, requestedPage, shownPage, timeOf } from '../present.ts';
import { findAmountProblems, isNothing, readRequestedAmount } from '../read-input.ts';
import type { solvencyOperations } from './contract.ts';

type Operations = typeof solvencyOperations;

const VALUED_IN = 'EUR';

export const solvencyHandlers: HandlersOf<Operations> = {
  async 'solvency.show'(app) {
    const { positions, rest } = await solvencyOf(app);
    const shown = positions.filter(
      ({ owed, held, declared }) => owed !== 0n || held !== 0n || declared !== 0n,
    );
    return {
      positions: shown.map((position) => ({
        currency: position.currency.code,
        owed: formatAmount(position.owed, position.currency),
        held: formatAmount(position.held, position.currency),
        beside_tokens: formatAmount(position.withTokens, position.currency),
        declared: formatAmount(position.declared, position.currency),
        rest: formatAmount(surplusOf(position), position.currency),
      })),
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
    return shownPage(page, ({ id, created_at, currency, amount, reason }) => ({
      id,
      declared_at: timeOf(created_at),
      currency,
      amount: moneyOf(app, amount, currency).amount,
      reason,
    }));
  },
};
