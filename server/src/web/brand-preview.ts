// Renders the pages and emails for payers with sample data, for the preview of a brand in the dashboard. They come from
// the functions that render the real ones, show no address that anyone could pay to, and nothing in them works.
import type { App } from '../app.ts';
import type { PreviewPage } from '../contract/brand.ts';
import { DAY } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import { memoize } from '../core/memoize.ts';
import { payerSite } from '../core/payer-site.ts';
import { sitePath } from '../core/site-path.ts';
import { LOGO_SOURCE } from '../mails/mailer.ts';
import type { Scheme } from '../projects/accent.ts';
import { brandOf } from '../projects/brand.ts';
import type { Merchant, Project } from '../projects/project.ts';
import { assetLinks, loadAssets } from './assets.ts';
import { renderCheckoutPage } from './checkout-page.ts';
import type { AssetLinks } from './page-parts.ts';
import { renderLinkPage } from './payment-link-page.ts';
import { renderPoster } from './payment-link-poster.ts';
import { renderPaymentPage } from './payment-page.ts';
import { renderProgressFrame } from './progress-frame.ts';
import { renderReceipt } from './receipt-page.ts';
import { renderClaimPage } from './refund-claim-page.ts';
import { renderReminderPage } from './reminder-page.ts';
import { sampleDonation, sampleLink } from './sample-links.ts';
import { sampleConfirmation, sampleReceiptMail, sampleRequest } from './sample-mails.ts';
import {
  sampleChannel,
  sampleCheckout,
  sampleClaim,
  sampleInvoice,
  sampleReceiptPage,
  sampleSubscription,
} from './sample-payments.ts';
import { SAMPLE_TOKEN, type Sample, sampleTexts } from './samples.ts';
import { renderSubscriptionPage } from './subscription-page.ts';
import { displayPage, renderTerminalPage } from './terminal-page.ts';

export interface Previewed {
  readonly page: PreviewPage;
  readonly locale: Locale;
  readonly scheme: Scheme;
}

type Render = (sample: Sample, links: AssetLinks) => string;

const PAGES: Readonly<Record<PreviewPage, Render>> = {
  checkout: (sample, links) => renderCheckoutPage(sampleCheckout(sample), links, null),
  open: (sample, links) => renderPaymentPage(sampleInvoice(sample, 'waiting'), links),
  underpaid: (sample, links) => renderPaymentPage(sampleInvoice(sample, 'underpaid'), links),
  paid: (sample, links) => renderPaymentPage(sampleInvoice(sample, 'paid'), links),
  receipt: (sample, links) => renderReceipt(sampleReceiptPage(sample, { isSale: false }), links),
  subscription: (sample, links) => renderSubscriptionPage(sampleSubscription(sample), links),
  channel: (sample, links) => renderPaymentPage(sampleChannel(sample), links),
  refund: (sample, links) => renderClaimPage(sampleClaim(sample), links),
  payment_link: (sample, links) => renderLinkPage(sampleLink(sample), links),
  donation: (sample, links) => renderLinkPage(sampleDonation(sample), links),
  donation_frame: (sample, links) => renderProgressFrame(sampleDonation(sample), links),
  poster: (sample, links) => {
    const url = `${payerSite(sample.app, sample.project.id)}/pay/${SAMPLE_TOKEN}`;
    return renderPoster(sampleLink(sample), { url, links });
  },
  reminder: ({ app, merchant, locale }, links) => {
    const next = new Date(app.clock.now() + 30 * DAY);
    const name = sampleTexts(locale).cause;
    const step = 'on';
    return renderReminderPage({ locale, merchant, isTestNetwork: false, step, name, next }, links);
  },
  display: ({ merchant, locale }, links) => {
    const terminal = { name: merchant.name ?? '', token: SAMPLE_TOKEN };
    return renderTerminalPage({ ...displayPage(links, locale, ''), merchant, terminal }, links);
  },
  sale_receipt: (sample, links) =>
    renderReceipt(sampleReceiptPage(sample, { isSale: true }), links),
  request_mail: (sample) => sampleRequest(sample, { isReminder: false }),
  receipt_mail: sampleReceiptMail,
  confirmation_mail: sampleConfirmation,
  reminder_mail: (sample) => sampleRequest(sample, { isReminder: true }),
};

const linksAt = memoize((site: string) => assetLinks(loadAssets(), site));

/** `project` has the settings to show. */
export function renderPreview(app: App, project: Project, previewed: Previewed): string {
  const { page, locale, scheme } = previewed;
  const site = sitePath(app.config);
  const merchant = brandOf(project);
  const links = linksAt(site);
  const html = PAGES[page]({ app, project, merchant, locale }, links);
  return inScheme(withLogo(html, merchant, site), scheme);
}

/** In emails, it is attached. */
function withLogo(html: string, { logo }: Merchant, site: string): string {
  return html.replace(LOGO_SOURCE, logo ? `${site}/brand/logos/${logo.name}` : '');
}

/** The frame runs no scripts, and payers rarely see a page without them. */
function withoutScripts(html: string): string {
  return without(without(html, '<script ', '</script>'), '<noscript>', '</noscript>');
}

function without(html: string, start: string, end: string): string {
  const [before = '', ...parts] = html.split(start);
  return before + parts.map((part) => part.slice(part.indexOf(end) + end.length)).join('');
}

/** As if the payer's device had this scheme. */
function inScheme(html: string, scheme: Scheme): string {
  const isDark = scheme === 'dark';
  return withoutLinks(withoutScripts(html))
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
