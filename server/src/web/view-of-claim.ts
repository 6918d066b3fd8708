// Builds the payer's view of a refund claim: what is refunded, where it stands, and what would arrive at an address.
import type { App } from '../app.ts';
import { type Coin, networkLabel } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import type { Shares } from '../core/pricing/refund-shares.ts';
import { sitePath } from '../core/site-path.ts';
import { explorerUrlOf } from '../deposits/explorer.ts';
import { askedNow, previewRequest } from '../invoices/ask-for-refund.ts';
import { type ClaimRow, type ClaimStatus, claimStatus, sharesOfClaim } from '../invoices/claims.ts';
import { currenciesOf } from '../invoices/refund-row.ts';
import { findInvoice, type InvoiceRow } from '../invoices/store-invoices.ts';
import { type ClaimPreview, previewClaim } from '../invoices/take-claim.ts';
import { loadProject, type Merchant, merchantOf, type Project } from '../projects/project.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import type { PaymentPageView } from './payment-page-view.ts';

/** What is wrong with the address, or why the refund cannot be calculated. */
export type ClaimProblem = 'wrong' | 'refused' | 'small' | 'later';

export interface ClaimPageView {
  readonly locale: Locale;
  readonly pagePath: string;
  readonly status: ClaimStatus;
  readonly merchant: Merchant;
  readonly name: string | null;
  /** The coins that were paid, or the price at the rate of the approval. */
  readonly amount: NonNullable<PaymentPageView['price']>;
  readonly currency: string;
  readonly networkName: string;
  readonly isTestNetwork: boolean;
  /** The name of the tag of the coin's network, if it has tags. */
  readonly tagName: string | null;
  readonly address: string | null;
  readonly reason: string | null;
  readonly txid: string | null;
  readonly explorerUrl: string | null;
  /** Null: a request does not expire. */
  readonly expiresAt: Date | null;
  /** The page of the payment that the payer asks back. Null: the merchant created the link. */
  readonly paymentPath: string | null;
  /** Of a form that makes a request. */
  readonly formId: string | null;
  /** What the payer entered, without the tag. */
  readonly entered: { readonly address: string; readonly tag: string };
  readonly preview: {
    readonly address: string;
    readonly networkFee: string;
    /** Null: the merchant bears it. */
    readonly fee: string | null;
    readonly received: string;
  } | null;
  readonly problem: ClaimProblem | null;
}

export interface Entered {
  readonly address: string;
  readonly tag: string;
}

/** Empty texts: nothing was entered yet. */
export async function viewOfClaim(
  app: App,
  claim: ClaimRow,
  { locale, token, entered }: { locale: Locale; token: string; entered: Entered },
): Promise<ClaimPageView> {
  const invoice = defined(
    await findInvoice(app.db, claim.project_id, claim.invoice_id),
    'its invoice',
  );
  const project = defined(await loadProject(app.db, claim.project_id), 'its project');
  const coin = defined(app.knownCoins.get(claim.pay_currency), 'the coin is registered');
  const status = claimStatus(claim, new Date(app.clock.now()));
  const { coin: asset } = currenciesOf(app, claim);
  const isRequest = claim.origin === 'request';
  const check = (address: string) => previewClaim(app, claim, address);
  const checked = status === 'open' ? await checkEntered(entered, check) : NOTHING;
  const { preview } = checked;
  return {
    locale,
    pagePath: `${sitePath(app.config)}/refunds/${token}`,
    status,
    merchant: merchantOf(project),
    name: invoice.name,
    amount: amountOf(app, claim, { shares: sharesOfClaim(claim), rate: claim.rate_of }),
    currency: asset.code,
    networkName: networkLabel(coin),
    isTestNetwork: app.config.network !== 'main',
    tagName: coin.destinationTag?.name ?? null,
    address: claim.address,
    reason: claim.reason,
    txid: claim.txid,
    explorerUrl: claim.txid === null ? null : explorerUrlOf(app, coin, claim.txid),
    expiresAt: isRequest ? null : claim.expires_at,
    paymentPath: isRequest ? paymentPathOf(app, invoice) : null,
    formId: null,
    entered,
    preview: preview && presentPreview(preview, coin),
    problem: checked.problem,
  };
}

/** The coins that were paid, or with the rate of today, the price. */
function amountOf(
  app: App,
  of: Pick<InvoiceRow, 'price_currency' | 'pay_currency'>,
  { shares, rate }: { shares: Shares; rate: RefundRate },
): ClaimPageView['amount'] {
  const { price, coin } = currenciesOf(app, of);
  return rate === 'then'
    ? { amount: formatAmount(shares.paid, coin), currency: coin.code, kind: 'coin' }
    : { amount: formatAmount(shares.price, price), currency: price.code, kind: price.kind };
}

interface Checked {
  readonly preview: ClaimPreview | null;
  readonly problem: ClaimProblem | null;
}

const NOTHING: Checked = { preview: null, problem: null };

/** What a payer asks back, before it is requested. */
export async function viewOfRequest(
  app: App,
  asked: { invoice: InvoiceRow; project: Project },
  { locale, entered, formId }: { locale: Locale; entered: Entered; formId: string },
): Promise<ClaimPageView> {
  const { invoice, project } = asked;
  const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
  const paymentPath = paymentPathOf(app, invoice);
  const amount = amountOf(app, invoice, await askedNow(app, asked));
  const checked = await checkEntered(entered, (address) => previewRequest(app, asked, address));
  return {
    locale,
    pagePath: `${paymentPath}/refund`,
    status: 'open',
    merchant: merchantOf(project),
    name: invoice.name,
    amount,
    currency: coin.asset.code,
    networkName: networkLabel(coin),
    isTestNetwork: app.config.network !== 'main',
    tagName: coin.destinationTag?.name ?? null,
    address: null,
    reason: null,
    txid: null,
    explorerUrl: null,
    expiresAt: null,
    paymentPath,
    formId,
    entered,
    preview: checked.preview && presentPreview(checked.preview, coin),
    problem: checked.problem,
  };
}

function paymentPathOf(app: App, { id }: InvoiceRow): string {
  return `${sitePath(app.config)}/invoices/${id}`;
}

function presentPreview(preview: ClaimPreview, coin: Coin): ClaimPageView['preview'] {
  return {
    address: preview.address,
    networkFee: formatAmount(preview.networkFee, coin),
    fee: preview.fee === 0n ? null : formatAmount(preview.fee, coin),
    received: formatAmount(preview.received, coin),
  };
}

async function checkEntered(
  entered: Entered,
  check: (address: string) => Promise<ClaimPreview>,
): Promise<Checked> {
  if (entered.address === '') return NOTHING;
  try {
    return { preview: await check(addressOf(entered)), problem: null };
  } catch (error) {
    return { preview: null, problem: problemOf(error) };
  }
}

/** In the format of the API: the tag is part of the address. */
export function addressOf({ address, tag }: Entered): string {
  return tag === '' ? address : `${address}?dt=${tag}`;
}

/** Throws what is no answer to the payer. */
export function problemOf(error: unknown): ClaimProblem {
  if (!(error instanceof AppError)) throw error;
  // A payment is not confirmed yet.
  if (error.status === 503 || error.code === 'invalid_status') return 'later';
  if (error.code === 'refund_too_small') return 'small';
  if (error.code === 'high_risk_address') return 'refused';
  if (error.code !== 'invalid') throw error;
  const isWrong = error.details.some(({ code }) => code.startsWith('invalid_coin_address'));
  return isWrong ? 'wrong' : 'refused';
}
