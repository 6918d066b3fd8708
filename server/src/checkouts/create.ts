// Creates checkouts: the price, the coins to choose from, and how long.
import type { App } from '../app.ts';
import { assetCodes, chooseAmount } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { PRICE_UNITS, type PriceUnit, priceUnit } from '../coins/price-unit.ts';
import type { InputOf } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { SECOND } from '../core/clock.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { compareDecimals, decimal, feeOf, formatAmount, formatDecimal } from '../core/money.ts';
import { customerProblems } from '../customers/customer.ts';
import { violatedConstraint } from '../db/database.ts';
import { countObjects } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { checkoutToleranceOf, feePercentOf, type Project } from '../projects/project.ts';
import { insertNew } from './insert-new.ts';
import { reportCheckout } from './report.ts';
import { type CheckoutRow, findCheckout, type StoredItem } from './store-checkouts.ts';
import { insertCheckouts, type LinkOrigin } from './store-new.ts';

export type CreateCheckoutInput = InputOf<Operations['createCheckout']>;

const EXPIRES_IN = 3600;
const QUOTE_MINUTES = 10;
const TAX_PERCENT_MAX = 100;

interface Caller {
  readonly project: Project;
  readonly objectId: string;
  /** Stored with it. */
  readonly also?: (tx: Tx) => Promise<void>;
  /** Of the page that the payer used. */
  readonly payerLanguage?: Locale;
  /** Whose page the payer used. */
  readonly link?: LinkClaim;
  /** Where it was sold. */
  readonly terminal?: Origin;
}

interface Origin {
  readonly id: string;
  /** The checkout that exists already. Throws when nothing can be sold. */
  readonly claim: (tx: Tx) => Promise<CheckoutRow | null>;
}

interface LinkClaim extends LinkOrigin {
  /** The checkout that exists already. Throws when the link cannot be used. */
  readonly claim: (tx: Tx) => Promise<CheckoutRow | null>;
}

/** `isNew`: false when an earlier attempt of the same request made it. Errors: as below. */
export async function createAlone(
  app: App,
  caller: Pick<Caller, 'project' | 'objectId'>,
  input: CreateCheckoutInput,
): Promise<{ readonly row: CheckoutRow; readonly isNew: boolean }> {
  const inserted = await insertNew(app, await toRow(app, caller, input));
  if (inserted === 'duplicate_custom_id') throw apiError('duplicate_custom_id');
  return inserted;
}

/** Errors: 422 `invalid`, 409 `duplicate_custom_id`. */
export async function createCheckout(
  app: App,
  caller: Caller,
  input: CreateCheckoutInput,
): Promise<CheckoutRow> {
  const { project } = caller;
  if (caller.also === undefined && caller.link === undefined)
    return (await createAlone(app, caller, input)).row;
  const row = await toRow(app, caller, input);
  try {
    return await app.db.transaction(async (tx) => {
      await lockLedger(tx, project.id);
      const origin = caller.link ?? caller.terminal;
      const repeated =
        (await findCheckout(tx, project.id, row.id)) ?? (await origin?.claim(tx)) ?? null;
      if (repeated !== null) return repeated;
      await insertCheckouts(tx, [row], caller.link ?? null);
      await caller.also?.(tx);
      await countObjects(tx, project.id, { objectType: 'checkout', added: 1 });
      await reportCheckout(tx, row, ['created']);
      return row;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'checkouts_custom_id') throw apiError('duplicate_custom_id');
    throw error;
  }
}

async function toRow(
  app: App,
  { project, objectId, link, terminal, payerLanguage }: Caller,
  input: CreateCheckoutInput,
): Promise<CheckoutRow> {
  const problems: ErrorDetail[] = await customerProblems(app, project, input.customer_id);
  const price = choosePrice(app, project, { input, problems });
  const items = price && readItems(price, input.items ?? [], problems);
  const coins = chooseCoins(app, input, problems);
  const allowed = checkoutToleranceOf(project);
  const tolerance = input.tolerance_percent ?? formatDecimal(allowed.usual);
  if (compareDecimals(decimal(tolerance), allowed.most) > 0)
    problems.push(rule.atMost('tolerance_percent', formatDecimal(allowed.most)));
  if (price === null || problems.length > 0) throw invalid(...problems);
  const now = app.clock.now();
  return {
    project_id: project.id,
    id: objectId,
    payment_link_id: link?.id ?? null,
    terminal_id: terminal?.id ?? null,
    custom_id: input.custom_id ?? null,
    customer_id: input.customer_id ?? null,
    status: 'open',
    status_context: null,
    price_amount: price.amount,
    price_currency: price.currency.code,
    coins: coins.map(({ code }) => code),
    name: input.name ?? null,
    description: input.description ?? null,
    metadata_text: input.metadata ?? null,
    items: items ?? [],
    price_unit: price.unit === price.currency ? null : price.unit.code,
    payer_email_required: input.payer_email_required ?? false,
    receipt: input.receipt ?? true,
    redirect_automatically: input.redirect_automatically ?? true,
    min_confirmations: input.min_confirmations ?? null,
    payer_email: input.payer_email ?? null,
    language: input.language ?? null,
    payer_language: payerLanguage ?? null,
    success_redirect_url: input.success_redirect_url ?? null,
    unsuccess_redirect_url: input.unsuccess_redirect_url ?? null,
    quote_seconds: (input.quote_minutes ?? QUOTE_MINUTES) * 60,
    tolerance_percent: tolerance,
    created_at: new Date(now),
    expires_at: new Date(now + (input.expires_in ?? EXPIRES_IN) * SECOND),
    completed_at: null,
    payments_reported: 0,
  };
}

type PriceInput = Pick<CreateCheckoutInput, 'price_amount' | 'price_currency'>;

interface Price extends PriceUnit {
  readonly amount: bigint;
}

/** The fee must leave something to credit. */
export function choosePrice(
  app: App,
  project: Project,
  { input, problems }: { input: PriceInput; problems: ErrorDetail[] },
): Price | null {
  const found = priceUnit(app.currencies, input.price_currency);
  if (found === null) {
    problems.push(rule.oneOf('price_currency', [...app.currencies.keys(), ...PRICE_UNITS]));
    return null;
  }
  const { unit, currency } = found;
  const field = { value: input.price_amount, target: 'price_amount' };
  const amount = chooseAmount(unit, field, problems);
  if (amount === null) return null;
  const feePercent = feePercentOf(app, project, { operation: 'invoice', currency: currency.code });
  if (feeOf(amount, currency, feePercent) >= amount) problems.push(rule.positive('price_amount'));
  return { amount, unit, currency };
}

/** The amounts must add up to the price, so that the receipt does. */
function readItems(
  { amount: price, unit }: Price,
  requested: NonNullable<CreateCheckoutInput['items']>,
  problems: ErrorDetail[],
): readonly StoredItem[] {
  let sum = 0n;
  const items = requested.map((item, n): StoredItem => {
    const target = `items.${n}`;
    const field = { value: item.amount, target: `${target}.amount` };
    const amount = chooseAmount(unit, field, problems) ?? 0n;
    const { kind = 'item', tax_percent: tax = null } = item;
    sum += kind === 'discount' ? -amount : amount;
    if (tax !== null && isMoreThan(tax, TAX_PERCENT_MAX))
      problems.push(rule.atMost(`${target}.tax_percent`, String(TAX_PERCENT_MAX)));
    const quantity = item.quantity ?? 1;
    return {
      kind,
      name: item.name,
      quantity,
      amount: formatAmount(amount, unit),
      tax_percent: tax === null ? null : formatDecimal(decimal(tax)),
    };
  });
  if (items.length > 0 && sum !== price)
    problems.push(rule.form('items', 'amounts_of_price', { price: formatAmount(price, unit) }));
  return items;
}

function isMoreThan(percent: string, most: number): boolean {
  const { digits, scale } = decimal(percent);
  return digits > BigInt(most) * 10n ** BigInt(scale);
}

type Requested = NonNullable<CreateCheckoutInput['default_pay_currency']>;

/** The default first, the others in the order of the request. Without a request, all. */
export function chooseCoins(
  app: App,
  {
    pay_currencies: requested = [],
    default_pay_currency: first,
  }: Pick<CreateCheckoutInput, 'pay_currencies' | 'default_pay_currency'>,
  problems: ErrorDetail[],
): readonly Coin[] {
  const offered = [...app.coins.values()];
  const chosen = requested.flatMap((one, n) =>
    coinsFor(one, { among: offered, target: `pay_currencies.${n}`, problems }),
  );
  const coins = requested.length === 0 ? offered : chosen;
  const target = 'default_pay_currency';
  const leading = first === undefined ? [] : coinsFor(first, { among: coins, target, problems });
  return [...new Set([...leading, ...coins])];
}

interface Among {
  readonly among: readonly Coin[];
  readonly target: string;
  readonly problems: ErrorDetail[];
}

/** An asset without a network: on all of its networks. */
function coinsFor({ currency, network }: Requested, { among, target, problems }: Among): Coin[] {
  const ofAsset = among.filter(({ asset }) => asset.code === currency);
  if (ofAsset.length === 0) problems.push(rule.oneOf(`${target}.currency`, assetCodes(among)));
  if (network === undefined || ofAsset.length === 0) return ofAsset;
  const found = ofAsset.filter((coin) => coin.network === network);
  const networks = ofAsset.map((coin) => coin.network);
  if (found.length === 0) problems.push(rule.oneOf(`${target}.network`, networks));
  return found;
}
