// What the page of a donation has besides that of a payment link: what a donor may enter, and who has given.
import { textsOf } from '../core/texts/texts.ts';
import { DONOR_MESSAGE_MAX, DONOR_NAME_MAX } from '../payment-links/answers.ts';
import { around, input } from './entry.ts';
import { fact, freeText, type Html, html, timeElement } from './page-parts.ts';
import type { LinkPageView } from './view-of-link.ts';

export function donorFields(view: LinkPageView): Html {
  return html`${view.donation?.showsNames && nameFields(view)}
${view.donation?.offersReminders && reminderField(view)}`;
}

function nameFields(view: LinkPageView): Html {
  const { donation: t } = textsOf('payment-page', view.locale);
  const isShown = view.entered.values.get('show') === 'yes';
  return html`${input(view, {
    name: 'donor-name',
    label: t.name,
    isRequired: false,
    more: html` autocomplete="name" maxlength="${DONOR_NAME_MAX}"`,
  })}
${input(view, {
  name: 'message',
  label: t.message,
  isRequired: false,
  more: html` maxlength="${DONOR_MESSAGE_MAX}"`,
})}
<label class="check" for="show"><input type="checkbox" id="show" name="show" value="yes"${isShown && html` checked`}><span>${t.show}</span></label>`;
}

const PERIODS = ['none', 'month', 'year'] as const;

function reminderField(view: LinkPageView): Html {
  const { donation: t } = textsOf('payment-page', view.locale);
  const chosen = view.entered.values.get('reminder') ?? 'none';
  return around(
    view,
    { name: 'reminder', label: t.reminder, isRequired: true, hint: t.reminderHint },
    (described) =>
      html`<select id="reminder" name="reminder"${described}>
${PERIODS.map(
  (
    period,
  ) => html`<option value="${period}"${period === chosen && html` selected`}>${t.reminders[period]}</option>
`,
)}</select>`,
  );
}

/** Names and messages of donors who chose to be shown. */
export function donorList({ donation, locale }: LinkPageView): Html | null {
  if (donation === null || donation.donors.length === 0) return null;
  const { donation: t } = textsOf('payment-page', locale);
  return html`<section class="donors" aria-labelledby="donors-title">
<h2 id="donors-title">${t.donors}</h2>
<ul>
${donation.donors.map(
  ({
    name,
    message,
  }) => html`<li><strong>${name === null ? t.anonymous : freeText(name)}</strong>${message !== null && html`<p>${freeText(message)}</p>`}</li>
`,
)}</ul>
</section>`;
}

/** When it ends. */
export function endFact({ donation, locale }: LinkPageView): Html | null {
  const endsAt = donation?.endsAt ?? null;
  if (endsAt === null) return null;
  return fact(textsOf('payment-page', locale).donation.until, timeElement(endsAt, locale));
}
