// The email that asks a donor to confirm a reminder. Content from the merchant is inserted only as text, never as
// markup, a link or a header; what the donor entered is not in it.
import type { Instance } from '../app.ts';
import { defined } from '../core/assert.ts';
import { LINK_BREAK, unlinkedLine } from '../core/escape-text.ts';
import { languageTag } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { mailBodies } from '../mails/layout.ts';
import { CONFIRMATION, type NewMail } from '../mails/outbox.ts';
import { brandOf } from '../projects/brand.ts';
import { mailLogoOf, mailLookOf } from '../projects/mail-look.ts';
import { mailLanguageOf, type Project } from '../projects/project.ts';
import { reminderUrl } from '../subscriptions/reminder-link.ts';
import { amountText } from '../subscriptions/request-payment.ts';
import type { LinkRow } from './links.ts';
import type { WantedReminder } from './reminders.ts';

interface Confirmation {
  readonly project: Project;
  readonly link: { readonly terms: Pick<LinkRow['terms'], 'name'> };
  readonly reminder: Omit<WantedReminder, 'payment_link_id' | 'is_given'>;
}

/** Also for the preview of the brand. */
export function composeConfirmation(
  instance: Instance,
  { project, link, reminder }: Confirmation,
): NewMail {
  const brand = brandOf(project);
  const locale = reminder.language ?? mailLanguageOf(project);
  const { questions, reminder: texts } = textsOf('subscription-mail', locale);
  const currency = defined(instance.currencies.get(reminder.currency), 'currency is registered');
  const values = {
    merchant: unlinkedLine(brand.name ?? project.name),
    product: unlinkedLine(link.terms.name),
    amount: amountText(reminder.amount, currency, locale),
    contact: brand.contact ?? '',
  };
  const title = texts.confirmSubject(values);
  const asked = reminder.period === 'month' ? texts.askMonth(values) : texts.askYear(values);
  const bodies = mailBodies({
    tag: languageTag(locale),
    title,
    brand: values.merchant,
    look: mailLookOf(brand, locale),
    parts: [texts.thanks(values), asked],
    button: { text: texts.confirm, link: reminderUrl(instance, reminder) },
    notes: [texts.confirmWhy, ...(brand.contact === null ? [] : [questions(values)])],
    footer: [],
  });
  return {
    projectId: reminder.project_id,
    referenceId: reminder.id,
    purpose: CONFIRMATION,
    to: reminder.email,
    // Email clients do not create links in subjects.
    subject: title.replaceAll(LINK_BREAK, ''),
    text: bodies.text,
    html: bodies.html,
    senderName: brand.mailSender,
    logoName: mailLogoOf(brand)?.name ?? null,
  };
}
