// The emails to payers with sample data, for the preview of a brand. Their language is that of the project's emails.
import type { App } from '../app.ts';
import { receiptMail } from '../checkouts/receipt-mail.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { DAY } from '../core/clock.ts';
import { amountOf } from '../core/money.ts';
import { composeConfirmation } from '../payment-links/confirmation-mail.ts';
import { mailLanguageOf } from '../projects/project.ts';
import { composeMail } from '../subscriptions/request-payment.ts';
import { sampleReceipt } from './sample-payments.ts';
import {
  SAMPLE_AMOUNT,
  SAMPLE_CURRENCY,
  SAMPLE_DONATION,
  SAMPLE_EMAIL,
  SAMPLE_ID,
  type Sample,
  sampleTexts,
} from './samples.ts';

/** `isReminder`: of a donation. */
export function sampleRequest(
  { app, project }: Sample,
  { isReminder }: { isReminder: boolean },
): string {
  const { cause, subscription } = sampleTexts(mailLanguageOf(project));
  const mail = composeMail(app, project, {
    id: SAMPLE_ID,
    project_id: project.id,
    name: isReminder ? cause : subscription,
    payer_name: null,
    payer_email: SAMPLE_EMAIL,
    product_name: null,
    product_description: null,
    amount: amountIn(app, isReminder ? SAMPLE_DONATION : SAMPLE_AMOUNT),
    currency: SAMPLE_CURRENCY,
    current_period_ends_at: new Date(app.clock.now() + 30 * DAY),
    payment_link_id: isReminder ? SAMPLE_ID : null,
    language: null,
    period_index: 0,
  });
  return mail.html;
}

export function sampleConfirmation({ app, project }: Sample): string {
  const { cause } = sampleTexts(mailLanguageOf(project));
  const reminder = {
    project_id: project.id,
    id: SAMPLE_ID,
    period: 'month',
    email: SAMPLE_EMAIL,
    amount: amountIn(app, SAMPLE_DONATION),
    currency: SAMPLE_CURRENCY,
    language: null,
  } as const;
  return composeConfirmation(app, { project, link: { terms: { name: cause } }, reminder }).html;
}

export function sampleReceiptMail(sample: Sample): string {
  const { app, project } = sample;
  const locale = mailLanguageOf(project);
  const checkout = { project_id: project.id, id: SAMPLE_ID, payer_email: SAMPLE_EMAIL };
  const receipt = sampleReceipt({ ...sample, locale });
  return receiptMail(app, project, { checkout, receipt, locale }).html;
}

function amountIn(app: App, amount: string): bigint {
  return amountOf(amount, unitOfCode(app.currencies, SAMPLE_CURRENCY));
}
