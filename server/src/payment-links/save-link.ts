// Creates a payment link, or replaces its terms, after checking that its page can work.
import type { App } from '../app.ts';
import { chooseCoins, choosePrice } from '../checkouts/create.ts';
import { chooseAmount } from '../coins/choose.ts';
import { priceUnit } from '../coins/price-unit.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { formatAmount } from '../core/money.ts';
import { newKeyOf } from '../core/slots.ts';
import type { Project } from '../projects/project.ts';
import { findLink, insertLink, type LinkRow, type LinkTerms, updateTerms } from './links.ts';

type Input = InputOf<Operations['createPaymentLink']>;

interface Saved {
  readonly terms: LinkTerms;
  readonly stock: number | null;
  readonly expires_at: Date | null;
}

/** A repeated request returns the first link. Errors: 422 `invalid`. */
export async function createLink(
  app: App,
  { project, objectId: id }: { project: Project; objectId: string },
  input: Input,
): Promise<LinkRow> {
  const saved = readTerms(app, project, input);
  const token = newKeyOf(project.id, app.random);
  return app.db.transaction(async (tx) => {
    const repeated = await findLink(tx, project.id, id);
    if (repeated !== null) return repeated;
    const link = { project_id: project.id, id, token, is_active: true, ...saved };
    await insertLink(tx, link);
    return { ...link, taken: 0, paid_late: 0, created_at: tx.now };
  });
}

/** Checkouts that were made keep theirs. Errors: 404, 422 `invalid`. */
export async function replaceLink(
  app: App,
  project: Project,
  { id, ...input }: Input & { readonly id: string },
): Promise<LinkRow> {
  if ((await findLink(app.db, project.id, id)) === null) throw notFound();
  const saved = readTerms(app, project, input);
  return app.db.transaction((tx) => updateTerms(tx, { project_id: project.id, id, ...saved }));
}

function readTerms(app: App, project: Project, input: Input): Saved {
  const problems: ErrorDetail[] = [];
  const name = input.name.trim();
  if (name === '') problems.push(rule.filled('name'));
  chooseCoins(app, input, problems);
  const amounts = readAmounts(app, project, { input, problems });
  const quantities = readQuantities(input, problems);
  const fields = readOwnFields(input, problems);
  const donation = readDonation(app, input, problems);
  const { success_text: text = null, success_redirect_url: redirect = null } = input;
  if (text !== null && redirect !== null)
    problems.push(rule.exactlyOneOf('success_text', ['success_text', 'success_redirect_url']));
  if (problems.length > 0) throw invalid(...problems);
  return {
    stock: input.stock ?? null,
    expires_at: input.expires_at === undefined ? null : new Date(input.expires_at),
    terms: {
      name,
      description: input.description ?? null,
      price_currency: input.price_currency,
      ...amounts,
      ...quantities,
      pay_currencies: (input.pay_currencies ?? []).map(withNetwork),
      default_pay_currency:
        input.default_pay_currency === undefined ? null : withNetwork(input.default_pay_currency),
      fields,
      email: input.email ?? 'none',
      shipping_address: input.shipping_address ?? false,
      success_text: text,
      success_redirect_url: redirect,
      language: input.language ?? null,
      expires_in: input.expires_in ?? null,
      donation,
    },
  };
}

/** A donation has an open amount, and no stock of what it would sell. */
function readDonation(app: App, input: Input, problems: ErrorDetail[]): LinkTerms['donation'] {
  const { donation } = input;
  if (donation === undefined) return null;
  for (const other of ['price_amount', 'stock'] as const)
    if (input[other] !== undefined) problems.push(rule.exactlyOneOf(other, ['donation', other]));
  const unit = priceUnit(app.currencies, input.price_currency)?.unit;
  const target = 'donation.goal_amount';
  const goal = unit && chooseAmount(unit, { value: donation.goal_amount, target }, problems);
  return {
    goal_amount: unit && goal ? formatAmount(goal, unit) : null,
    shows_progress: donation.shows_progress ?? true,
    shows_names: donation.shows_names ?? true,
    offers_reminders: donation.offers_reminders ?? true,
  };
}

function withNetwork({ currency, network }: { currency: string; network: string | undefined }) {
  return { currency, network: network ?? null };
}

type Amounts = Pick<LinkTerms, 'price_amount' | 'amount_min' | 'amount_max' | 'suggested_amounts'>;

const OPEN = ['amount_min', 'amount_max', 'suggested_amounts'] as const;

/** Fixed, or open within its limits. */
function readAmounts(
  app: App,
  project: Project,
  { input, problems }: { input: Input; problems: ErrorDetail[] },
): Amounts {
  const { price_amount: fixed, suggested_amounts: suggested = [] } = input;
  const none = { price_amount: null, amount_min: null, amount_max: null, suggested_amounts: [] };
  if (fixed !== undefined) {
    const given = OPEN.filter((name) => input[name] !== undefined);
    if (given.length > 0)
      problems.push(rule.exactlyOneOf('price_amount', ['price_amount', ...given]));
    const price = choosePrice(app, project, { input: { ...input, price_amount: fixed }, problems });
    return price === null
      ? none
      : { ...none, price_amount: formatAmount(price.amount, price.unit) };
  }
  const unit = priceUnit(app.currencies, input.price_currency)?.unit;
  if (unit === undefined) {
    // Reports the currencies.
    choosePrice(app, project, { input: { ...input, price_amount: '1' }, problems });
    return none;
  }
  const read = (target: string, value: string | undefined) =>
    chooseAmount(unit, { value, target }, problems);
  const min = read('amount_min', input.amount_min);
  const max = read('amount_max', input.amount_max);
  const text = (amount: bigint) => formatAmount(amount, unit);
  if (min !== null && max !== null && max < min)
    problems.push(rule.atLeast('amount_max', text(min)));
  const suggestions = suggested.flatMap((value, n) => {
    const target = `suggested_amounts.${n}`;
    const amount = read(target, value);
    if (amount === null) return [];
    if (min !== null && amount < min) problems.push(rule.atLeast(target, text(min)));
    if (max !== null && amount > max) problems.push(rule.atMost(target, text(max)));
    return [text(amount)];
  });
  return {
    price_amount: null,
    amount_min: min === null ? null : text(min),
    amount_max: max === null ? null : text(max),
    suggested_amounts: [...new Set(suggestions)],
  };
}

/** An open amount is for one piece. */
function readQuantities(
  input: Input,
  problems: ErrorDetail[],
): Pick<LinkTerms, 'quantity_min' | 'quantity_max'> {
  const min = input.quantity_min ?? 1;
  const max = input.quantity_max ?? min;
  if (max < min) problems.push(rule.atLeast('quantity_max', String(min)));
  if (max > 1 && input.price_amount === undefined) problems.push(rule.atMost('quantity_max', '1'));
  return { quantity_min: min, quantity_max: max };
}

function readOwnFields(input: Input, problems: ErrorDetail[]): LinkTerms['fields'] {
  const fields = (input.fields ?? []).map((field) => ({
    label: field.label.trim(),
    kind: field.kind ?? ('text' as const),
    options: [...new Set((field.options ?? []).map((option) => option.trim()))],
    required: field.required ?? false,
  }));
  fields.forEach(({ label, kind, options }, n) => {
    const target = `fields.${n}`;
    const isTaken = fields.findIndex((other) => other.label === label) < n;
    if (label === '' || isTaken) problems.push(rule.filled(`${target}.label`));
    const isWrong = kind === 'list' ? options.length === 0 : options.length > 0;
    if (isWrong || options.includes('')) problems.push(rule.filled(`${target}.options`));
  });
  return fields;
}
