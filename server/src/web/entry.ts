// One entry of the form of a payment link: a label, the control, what it takes, and what is wrong with what was sent.
import { textsOf } from '../core/texts/texts.ts';
import { ANSWER_MAX } from '../payment-links/answers.ts';
import { type Html, html, icon, priceText } from './page-parts.ts';
import { type LinkPageView, problemOf } from './view-of-link.ts';

interface Input {
  readonly name: string;
  readonly label: string | Html;
  readonly isRequired: boolean;
  readonly hint?: string | Html | null;
  /** Attributes besides name, value and description. */
  readonly more?: Html;
}

/** A label, the input, what it takes and what is wrong. */
export function input(view: LinkPageView, field: Input): Html {
  const { name, isRequired, more } = field;
  const value = view.entered.values.get(name) ?? '';
  return around(
    view,
    field,
    (described) =>
      html`<input id="${name}" name="${name}" value="${value}"${isRequired && html` required`}${more ?? html` maxlength="${ANSWER_MAX}"`}${described}>`,
  );
}

export function around(
  view: LinkPageView,
  { name, label, isRequired, hint = null }: Input,
  control: (described: Html) => Html,
): Html {
  const t = textsOf('payment-page', view.locale).link;
  const problem = problemOf(view, name);
  const ids = [hint === null ? '' : `${name}-hint`, problem === null ? '' : `${name}-problem`];
  const described = ids.join(' ').trim();
  const isFirst = problem !== null && [...view.entered.problems.keys()][0] === name;
  return html`<div class="entry">
<label for="${name}">${label}${!isRequired && html` <small>${t.optional}</small>`}</label>
${hint !== null && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${control(html`${described !== '' && html` aria-describedby="${described}"`}${problem !== null && html` aria-invalid="true"`}${isFirst && html` autofocus`}`)}
${problem !== null && html`<p class="problem" id="${name}-problem">${icon('alert')}<span>${problemText(view, problem)}</span></p>`}
</div>
`;
}

function problemText(view: LinkPageView, problem: NonNullable<ReturnType<typeof problemOf>>) {
  const { link, checkout } = textsOf('payment-page', view.locale);
  const { min, max } = view.pieces ?? { min: 1, max: 1 };
  if (problem === 'email') return checkout.emailWrong;
  if (problem === 'amount') return limits(view) ?? link.problems.amount;
  if (problem === 'pieces') return link.between({ min: String(min), max: String(max) });
  return link.problems[problem];
}

export function limits({ min, max, locale }: LinkPageView): string | null {
  const { link: t } = textsOf('payment-page', locale);
  if (min !== null && max !== null)
    return t.between({ min: priceText(min, locale), max: priceText(max, locale) });
  if (min !== null) return t.atLeast({ min: priceText(min, locale) });
  return max === null ? null : t.atMost({ max: priceText(max, locale) });
}
