// Renders pages and emails for payers with sample data, for the preview of a brand in the dashboard. They show no
// address that anyone could pay to, and nothing in them works.
import type { App } from '../app.ts';
import { networkLabel } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import { sitePath } from '../core/site-path.ts';
import { LOGO_SOURCE } from '../mails/mailer.ts';
import type { Scheme } from '../projects/accent.ts';
import { brandOf } from '../projects/brand.ts';
import type { Merchant, Project } from '../projects/project.ts';
import { composeMail } from '../subscriptions/request-payment.ts';
import { assetLinks, loadAssets } from './assets.ts';
import { coinsToChoose } from './coin-choice.ts';
import type { AssetLinks } from './page-parts.ts';
import { renderPaymentPage } from './payment-page.ts';
import type { PaymentPageView } from './payment-page-view.ts';
import { renderSubscriptionPage } from './subscription-page.ts';

export const previewPages = ['open', 'underpaid', 'paid', 'subscription', 'mail'] as const;
export type PreviewPage = (typeof previewPages)[number];

export interface Previewed {
  readonly page: PreviewPage;
  readonly locale: Locale;
  readonly scheme: Scheme;
}

const SAMPLE_ID = '00000000-0000-7000-8000-000000000000';
const SAMPLE_ADDRESS = 'example00000000000000do00not00pay';
const SAMPLE_PRICE = '149.90';
const SAMPLE_CURRENCY = 'EUR';

/** `project` has the settings to show. */
export function renderPreview(app: App, project: Project, previewed: Previewed): string {
  const { page, locale, scheme } = previewed;
  const site = sitePath(app.config);
  const merchant = brandOf(project);
  if (page === 'mail') {
    const { html } = sampleMail(app, project);
    const source = merchant.logo === null ? '' : `${site}/brand/logos/${merchant.logo.name}`;
    return inScheme(html.replace(LOGO_SOURCE, source), scheme);
  }
  const links = assetLinks(loadAssets(), site);
  const html =
    page === 'subscription'
      ? renderSubscriptionPage(sampleSubscription(app, merchant, locale), links)
      : renderPaymentPage(sampleInvoice(app, { merchant, locale, page }), links);
  return inScheme(html.replace(scriptElement(links), ''), scheme);
}

function scriptElement({ script }: AssetLinks): string {
  return `<script type="module" src="${script}"></script>`;
}

/** As if the payer's device had this scheme. */
function inScheme(html: string, scheme: Scheme): string {
  const isDark = scheme === 'dark';
  return withoutLinks(html)
    .replaceAll('screen and (prefers-color-scheme: dark)', isDark ? 'screen' : 'not all')
    .replaceAll('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
    .replaceAll('content="light dark"', `content="${scheme}"`);
}

const LINK = '<a ';
const TARGET = 'href="';

/** A link would load a page into the frame, which no page of the dashboard allows. */
function withoutLinks(html: string): string {
  const [before = '', ...links] = html.split(LINK);
  const shown = links.map((link) => {
    const at = link.indexOf(TARGET);
    if (at === -1 || at > link.indexOf('>')) return link;
    return link.slice(0, at) + link.slice(link.indexOf('"', at + TARGET.length) + 1);
  });
  return [before, ...shown].join(LINK);
}

interface Sample {
  readonly merchant: Merchant;
  readonly locale: Locale;
  readonly page: 'open' | 'underpaid' | 'paid';
}

function sampleInvoice(app: App, { merchant, locale, page }: Sample): PaymentPageView {
  const [coin] = app.coins.values();
  const now = new Date(app.clock.now());
  const received = { open: '0.0', underpaid: '0.0014', paid: '0.0021' }[page];
  const remaining = { open: '0.0021', underpaid: '0.0007', paid: '0.0' }[page];
  const paid = { txid: 'example'.repeat(9), explorerUrl: null, amount: received };
  return {
    kind: 'invoice',
    status: page === 'open' ? 'waiting' : page,
    locale,
    pagePath: `/invoices/${SAMPLE_ID}`,
    merchant,
    name: null,
    description: null,
    payCurrency: defined(coin, 'an instance has a coin').asset.code,
    amounts: { due: '0.0021', received, remaining },
    price: { amount: SAMPLE_PRICE, currency: SAMPLE_CURRENCY, kind: 'fiat' },
    rate: null,
    networkName: networkLabel(defined(coin, 'an instance has a coin')),
    isTestNetwork: false,
    isToken: false,
    address: SAMPLE_ADDRESS,
    tag: null,
    uri: `example:${SAMPLE_ADDRESS}?amount=${remaining}`,
    createdAt: now,
    expiresAt: page === 'paid' ? null : new Date(now.getTime() + 9 * MINUTE),
    confirmations: null,
    transactions: page === 'open' ? [] : [{ ...paid, isConfirmed: page === 'paid' }],
    refunds: [],
    successUrl: null,
    unsuccessUrl: null,
    now,
  };
}

function sampleSubscription(app: App, merchant: Merchant, locale: Locale) {
  return {
    locale,
    pagePath: `/subscriptions/${SAMPLE_ID}`,
    status: 'due' as const,
    merchant,
    name: merchant.name ?? '—',
    description: null,
    price: { amount: SAMPLE_PRICE, currency: SAMPLE_CURRENCY, kind: 'fiat' as const },
    period: 'month' as const,
    periodQuantity: 1,
    periodEndsAt: new Date(app.clock.now() + 30 * DAY),
    coins: coinsToChoose(app.coins.values()).slice(0, 3),
    isTestNetwork: false,
    startedInvoice: null,
    successUrl: null,
    unsuccessUrl: null,
  };
}

function sampleMail(app: App, project: Project) {
  return composeMail(app, project, {
    id: SAMPLE_ID,
    project_id: project.id,
    name: project.name,
    payer_name: null,
    payer_email: 'payer@customer.example',
    product_name: null,
    product_description: null,
    amount: BigInt(SAMPLE_PRICE.replace('.', '')),
    currency: SAMPLE_CURRENCY,
    current_period_ends_at: new Date(app.clock.now() + 30 * DAY),
    payment_link_id: null,
    language: null,
    period_index: 0,
  });
}
