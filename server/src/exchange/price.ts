// Parses an exchange request and prices it at the current rate.
import type { App } from '../app.ts';
import { chooseAmount, chooseCurrency } from '../coins/choose.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { defined } from '../core/assert.ts';
import { type ErrorDetail, invalid, isReportedFor, rule } from '../core/errors.ts';
import { type Currency, type Decimal, formatAmount, formatDecimal } from '../core/money.ts';
import {
  type ExchangePrice,
  type ExchangeTerms,
  exchangePair,
  priceExchange,
} from '../core/pricing/exchange.ts';
import { feePercentOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import type { ExchangeRow } from './exchange.ts';

export type CreateExchangeInput = InputOf<Operations['createExchangeTransfer']>;

/** Errors: 422 `invalid`, 503 `rates_unavailable`. */
export function quoteExchange(
  app: App,
  caller: { project: Project; objectId: string },
  input: CreateExchangeInput,
): ExchangeRow {
  const { charged, received, given } = chooseTerms(app, input);
  const pair = exchangePair(charged, received);
  const quote = quoteNow(app, { base: pair.base.code, quote: pair.quote.code });
  const rate: Decimal = pair.side === 'buy' ? quote.buyRate : quote.sellRate;
  const operation = { operation: 'exchange', currency: charged.code } as const;
  const terms = { pair, rate, feePercent: feePercentOf(app, caller.project, operation) };
  const price = priceExchange({
    ...terms,
    amount: given.side === 'charged' ? { charged: given.amount } : { received: given.amount },
  });
  if (price === null)
    throw invalid(rule.atLeast(`${given.side}_amount`, leastCharged(terms, { charged, received })));
  const now = app.clock.now();
  return {
    project_id: caller.project.id,
    id: caller.objectId,
    custom_id: input.custom_id ?? null,
    ...amountsOf(price),
    charged_currency: charged.code,
    received_currency: received.code,
    pair: `${pair.base.code}${pair.quote.code}`,
    rate: formatDecimal(rate),
    created_at: new Date(now),
    committed_at: null,
    expired_at: null,
    commit_key: null,
  };
}

/** For an amount that would convert to nothing: the cost of the smallest unit that can be received. */
function leastCharged(
  terms: Omit<ExchangeTerms, 'amount'>,
  { charged, received }: { charged: Currency; received: Currency },
): string {
  const unit = 10n ** BigInt(received.scale - received.precision);
  const least = priceExchange({ ...terms, amount: { received: unit } });
  return formatAmount(defined(least, 'one unit can be priced').charged, charged);
}

function amountsOf(price: ExchangePrice) {
  return { charged_amount: price.charged, received_amount: price.received, fee: price.fee };
}

export async function findExchangeProblems(
  app: App,
  _caller: object,
  { input, problems }: { input: Partial<CreateExchangeInput>; problems: ErrorDetail[] },
): Promise<void> {
  readTerms(app, input, problems);
}

function chooseTerms(app: App, input: CreateExchangeInput) {
  const problems: ErrorDetail[] = [];
  const { charged, received, side, amount } = readTerms(app, input, problems);
  if (charged === null || received === null || amount === null || problems.length > 0)
    throw invalid(...problems);
  return { charged, received, given: { side, amount } };
}

const AMOUNTS = ['charged_amount', 'received_amount'] as const;

function readTerms(app: App, input: Partial<CreateExchangeInput>, problems: ErrorDetail[]) {
  const of = (target: 'charged_currency' | 'received_currency') =>
    chooseCurrency(app, { value: input[target], target }, problems);
  const charged = of('charged_currency');
  const received = of('received_currency');
  if (charged !== null && charged.code === received?.code)
    problems.push(rule.different('received_currency', 'charged_currency'));
  const given = AMOUNTS.filter(
    (name) => input[name] !== undefined || isReportedFor(problems, name),
  );
  if (given.length !== 1) problems.push(rule.exactlyOneOf('charged_amount', AMOUNTS));
  const side = given[0] === 'charged_amount' ? ('charged' as const) : ('received' as const);
  const currency: Currency | null = side === 'charged' ? charged : received;
  const target = `${side}_amount` as const;
  const amount =
    currency === null ? null : chooseAmount(currency, { value: input[target], target }, problems);
  return { charged, received, side, amount };
}
