// Reads the terms of a withdrawal request and collects all problems.
import type { App } from '../app.ts';
import { assetCodes, chooseAmount, chooseCoin, chooseCurrency } from '../coins/choose.ts';
import type { Coin, Destination } from '../coins/coin.ts';
import { readPayee } from '../coins/payee.ts';
import { beneficiary } from '../contract/beneficiary.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { type ErrorDetail, isReportedFor, rule } from '../core/errors.ts';
import type { Currency } from '../core/money.ts';
import { AMOUNT_FORMS, type WithdrawalAmount } from '../core/pricing/withdrawal.ts';

export type CreateWithdrawalInput = InputOf<Operations['createCoinWithdrawal']>;
/** A rejected field is missing. */
export type FoundInput = Partial<CreateWithdrawalInput>;

const FORMS = ['charged_amount', 'charged_amount_to_send', 'received_amount', 'amount'] as const;

/** A part with a problem is null. */
export interface Requested {
  readonly coin: Coin | null;
  readonly charged: Currency | null;
  readonly destination: Destination | null;
  readonly given: RequestedAmount | null;
  /** Validated; null also without travel rule compliance. */
  readonly beneficiary: object | null;
}

export interface RequestedAmount {
  readonly amount: WithdrawalAmount;
  readonly currency: Currency;
  /** Reported when a limit is exceeded. */
  readonly target: string;
}

/** `problems` may already have entries: each field is reported once. */
export function readRequested(
  app: App,
  { apiVersion, input }: { apiVersion: 1 | 2; input: FoundInput },
  problems: ErrorDetail[],
): Requested {
  if (apiVersion === 1) demand(input, 'custom_id', problems);
  if (apiVersion === 2) demand(input, 'charged_currency', problems);
  const coin = chooseSentCoin(app, input, problems);
  const charged = chooseCharged(app, { input, coin }, problems);
  return {
    coin,
    charged,
    destination: coin === null ? null : readAddress(app, { coin, input }, problems),
    given:
      coin === null || charged === null
        ? checkForms(input, problems)
        : readAmount(input, { coin, charged }, problems),
    beneficiary: readBeneficiary(input, problems),
  };
}

/** Checks fields that only one API version requires. */
function demand(
  input: FoundInput,
  field: 'custom_id' | 'charged_currency',
  problems: ErrorDetail[],
): void {
  if (input[field] === undefined && !isReportedFor(problems, field))
    problems.push(rule.filled(field));
}

/** A coin whose network can send; otherwise adds a problem. */
function chooseSentCoin(app: App, input: FoundInput, problems: ErrorDetail[]): Coin | null {
  const target = 'received_currency';
  const { received_currency: value, network } = input;
  const coin = chooseCoin(app, { value, target, network }, problems);
  if (coin === null || app.transferNetworks.has(coin.code)) return coin;
  const sent = [...app.coins.values()].filter(({ code }) => app.transferNetworks.has(code));
  const elsewhere = sent.filter(({ asset }) => asset.code === coin.asset.code);
  problems.push(
    elsewhere.length > 0
      ? rule.oneOf(
          'network',
          elsewhere.map((one) => one.network),
        )
      : rule.oneOf(target, assetCodes(sent)),
  );
  return null;
}

/** Defaults to the account of the coin itself. */
function chooseCharged(
  app: App,
  { input, coin }: { input: FoundInput; coin: Coin | null },
  problems: ErrorDetail[],
): Currency | null {
  const target = 'charged_currency';
  if (input[target] !== undefined)
    return chooseCurrency(app, { value: input[target], target }, problems);
  return isReportedFor(problems, target) ? null : (coin?.asset ?? null);
}

function readAddress(
  app: App,
  { coin, input }: { coin: Coin; input: FoundInput },
  problems: ErrorDetail[],
): Destination | null {
  if (input.address === undefined) return null;
  return readPayee(app, { coin, text: input.address, target: 'address' }, problems);
}

/** The flag enables the check (wire.md (b)); without it, the beneficiary is ignored. */
function readBeneficiary(input: FoundInput, problems: ErrorDetail[]): object | null {
  if (input.travel_rule_compliant !== true) return null;
  if (input.beneficiary !== undefined)
    return beneficiary.read(input.beneficiary, 'beneficiary', problems) ?? null;
  if (!isReportedFor(problems, 'beneficiary')) problems.push(rule.filled('beneficiary'));
  return null;
}

/** The forms that are present, including rejected ones. */
function formsIn(input: FoundInput, problems: readonly ErrorDetail[]) {
  return FORMS.filter((name) => input[name] !== undefined || isReportedFor(problems, name));
}

function checkForms(input: FoundInput, problems: ErrorDetail[]): null {
  const forms = formsIn(input, problems);
  if (forms.length !== 1) problems.push(rule.exactlyOneOf(forms[0] ?? 'charged_amount', FORMS));
  return null;
}

function readAmount(
  input: FoundInput,
  sides: { coin: Coin; charged: Currency },
  problems: ErrorDetail[],
): RequestedAmount | null {
  const forms = formsIn(input, problems);
  const [form] = forms;
  if (form === undefined || forms.length > 1) return checkForms(input, problems);
  if (isReportedFor(problems, form)) return null;
  if (form === 'amount') return readNewForm(input, sides, problems);
  const shape = AMOUNT_FORMS[form];
  const currency = shape.in === 'charged' ? sides.charged : sides.coin.asset;
  const amount = chooseAmount(currency, { value: input[form] ?? '', target: form }, problems);
  return amount === null ? null : { amount: { amount, ...shape }, currency, target: form };
}

/** `amount` + `amount_currency` + two flags. An omitted flag means that the fee is on top. */
function readNewForm(
  input: FoundInput,
  sides: { coin: Coin; charged: Currency },
  problems: ErrorDetail[],
): RequestedAmount | null {
  const code = input.amount_currency;
  if (code === undefined) {
    if (!isReportedFor(problems, 'amount_currency')) problems.push(rule.filled('amount_currency'));
    return null;
  }
  if (code !== sides.charged.code && code !== sides.coin.asset.code) {
    problems.push(rule.oneOf('amount_currency', [sides.charged.code, sides.coin.asset.code]));
    return null;
  }
  const isCharged = code === sides.charged.code;
  const currency = isCharged ? sides.charged : sides.coin.asset;
  const amount = chooseAmount(currency, { value: input.amount ?? '', target: 'amount' }, problems);
  if (amount === null) return null;
  return {
    amount: {
      amount,
      in: isCharged ? 'charged' : 'received',
      includesProcessingFee: input.amount_includes_processing_fee ?? false,
      includesNetworkFee: input.amount_includes_network_fee ?? false,
    },
    currency,
    target: 'amount',
  };
}
