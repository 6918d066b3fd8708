// The receipt of a completed checkout: who sold what, the tax in it, and how it was paid. Printed, it fits a roll of
// 80 mm.
import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { progressOf } from '../checkouts/progress.ts';
import { hasReceipt, type Receipt, type ReceiptPayment, receiptOf } from '../checkouts/receipt.ts';
import { type ReceiptEmail, receiptEmailOf } from '../checkouts/resend-receipt.ts';
import { findCheckoutById } from '../checkouts/store-checkouts.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { loadProject, type Merchant, merchantOf } from '../projects/project.ts';
import { findSaleOf } from '../terminals/sales.ts';
import { merchantLogo } from './brand-parts.ts';
import { admit } from './coin-choice.ts';
import { choicePageHeaders } from './headers.ts';
import { localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { refundBlock } from './page-deposits.ts';
import { itemFact, pageItems } from './page-items.ts';
import {
  type AssetLinks,
  fact,
  freeText,
  type Html,
  html,
  labelled,
  languageSwitch,
  markupOf,
  pageHead,
  plainAmount,
  priceText,
  timeElement,
} from './page-parts.ts';
import { merchantName } from './payment-page-view.ts';
import { addReceiptEmailRoute, receiptEmail } from './receipt-email.ts';
import { type CheckoutRefund, refundsOfCheckout } from './view-of-checkout.ts';

export function addReceiptRoute(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/checkouts/:id/receipt',
    handler: async (request, reply) => {
      const view = await viewOfReceipt(web.app, admit(web, request), localeOfRequest(request));
      if (view === null) throw notFound();
      return reply.headers(choicePageHeaders()).send(renderReceipt(view, web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  addReceiptEmailRoute(fastify, web);
}

export interface ReceiptView extends Receipt {
  readonly locale: Locale;
  readonly merchant: Merchant;
  /** At a point of sale. */
  readonly sale: SaleFacts | null;
  readonly refunds: readonly CheckoutRefund[];
  /** Null: it was not emailed. */
  readonly email: ReceiptEmail | null;
}

interface SaleFacts {
  readonly number: number;
  readonly staff_name: string;
  readonly note: string | null;
}

/** Null: there is none, or not yet. */
async function viewOfReceipt(app: App, id: string, locale: Locale): Promise<ReceiptView | null> {
  const row = await findCheckoutById(app.db, id);
  if (row === null || !hasReceipt(row)) return null;
  const project = defined(await loadProject(app.db, row.project_id), 'its project exists');
  const [progress] = await app.db.snapshot((sql) => progressOf(sql, app, [row]));
  const found = defined(progress ?? null, 'one for each');
  const receipt = receiptOf(app, found);
  const refunds = await refundsOfCheckout(app, found);
  const sale = row.terminal_id === null ? null : await findSaleOf(app.db, row);
  const now = new Date(app.clock.now());
  const email = await receiptEmailOf(app.db, app, { project, row, now });
  return { ...receipt, locale, merchant: merchantOf(project), sale, refunds, email };
}

export function renderReceipt(view: ReceiptView, links: AssetLinks): string {
  const { locale, merchant, name } = view;
  const { receipt: t } = textsOf('payment-page', locale).checkout;
  const title = name === null ? t.title : `${t.title} – ${name}`;
  return markupOf(html`${pageHead({ locale, title, links, merchant })}
<link rel="stylesheet" href="${links.receiptStyle}">
</head>
<body>
${languageSwitch(locale)}
<main class="message receipt">
<div class="card">
<section class="summary">
${merchantLogo(merchant, links.site)}
${hasOwnName(view) && merchantName(view)}
${seller(view)}
<h1>${t.title}</h1>
${name !== null && html`<p>${freeText(name)}</p>`}
</section>
${sums(view)}
${view.payments.map((payment) => paymentFacts(payment, view))}
${view.refunds.length > 0 && refunds(view)}
${receiptEmail(view.email, locale)}
</div>
</main>
</body>
</html>
`);
}

/** Besides the legal name, customers know the business by another one. */
function hasOwnName({ merchant: { name, legalName } }: ReceiptView): boolean {
  return Boolean(legalName) && name !== legalName;
}

function seller({ merchant, locale }: ReceiptView): Html {
  const { legalName, name, addressLines = [], taxNumber } = merchant;
  const t = textsOf('payment-page', locale);
  const lines = [legalName ?? name ?? '', ...addressLines].filter((line) => line.trim() !== '');
  const tax = taxNumber && html`<p>${labelled(t.taxNumber, locale)}${freeText(taxNumber)}</p>`;
  return html`<div class="sold-by">${lines.map((line) => html`<p>${freeText(line)}</p>`)}${tax}</div>`;
}

function sums(view: ReceiptView): Html {
  const { locale } = view;
  const t = textsOf('payment-page', locale);
  const { receipt } = t.checkout;
  return html`<dl class="facts">
${pageItems(view.items, view.unit).map((item) => itemFact(item, locale))}
<div class="total"><dt>${receipt.total}</dt><dd dir="ltr">${priceText(view.price, locale)}</dd></div>
${view.taxes.map((line) => taxFact(line, locale))}
${saleFacts(view)}
${view.paid !== null && fact(t.received, priceText(view.paid, locale))}
${fact(receipt.issued, timeElement(view.completedAt, locale))}
${fact(receipt.number, html`<code>${view.number}</code>`)}
</dl>
${view.taxes.length > 0 && html`<p class="hint">${receipt.taxNote}</p>`}`;
}

/** At a point of sale, customers and staff name a sale by its number. */
function saleFacts({ sale, locale }: ReceiptView): Html | null {
  if (sale === null) return null;
  const t = textsOf('payment-page', locale).sale;
  return html`${fact(t.number, `${sale.number}`)}
${fact(t.servedBy, freeText(sale.staff_name))}
${sale.note !== null && fact(t.note, freeText(sale.note))}`;
}

function taxFact({ percent, tax }: ReceiptView['taxes'][number], locale: Locale): Html {
  const { taxIncluded } = textsOf('payment-page', locale).checkout.receipt;
  return fact(taxIncluded({ percent: plainAmount(percent) }), priceText(tax, locale));
}

/** Paid back after the receipt was issued. */
function refunds({ refunds: all, locale }: ReceiptView): Html {
  return html`<section class="refunds">${all.map((refund) =>
    refundBlock(refund, { locale, currency: refund.currency, asks: false, level: 2, copyId: null }),
  )}</section>`;
}

function paymentFacts(payment: ReceiptPayment, { locale }: ReceiptView): Html {
  const t = textsOf('payment-page', locale);
  const { receipt } = t.checkout;
  const { currency, rate } = payment;
  const worth = rate && html`<bdi>1 ${currency} = ${priceText(rate, locale)}</bdi>`;
  return html`<dl class="facts">
${fact(receipt.paidWith, html`<span dir="ltr">${plainAmount(payment.amount)} ${currency}</span>`)}
${fact(t.network, payment.network)}
${worth && fact(t.rate, worth)}
${fact(receipt.seen, timeElement(payment.seenAt, locale))}
${fact(t.refund.transaction, html`<code class="txid" dir="ltr">${payment.txid}</code>`)}
</dl>`;
}
