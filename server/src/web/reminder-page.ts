// The page behind the links in emails to donors: confirms a reminder, or stops it. Opening it changes nothing, because
// mail servers open links in emails to check them. Works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import {
  confirmReminder,
  findReminder,
  type Reminder,
  type ReminderStep,
  stopReminder,
} from '../payment-links/reminders.ts';
import { type Merchant, merchantOf } from '../projects/project.ts';
import { isReminderToken } from '../subscriptions/reminder-link.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { statusBlock } from './coin-choice.ts';
import { loneFormHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import {
  type AssetLinks,
  fact,
  freeText,
  type Html,
  html,
  languageSwitch,
  markupOf,
  pageHead,
  timeElement,
} from './page-parts.ts';
import type { Badge } from './payment-page-status.ts';
import { merchantName } from './payment-page-view.ts';

const PATH = '/reminders/:id/:token';
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export function addReminderRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    config: { isSecretPath: true },
    handler: async (request, reply) => show(web, { request, reply }, await requested(web, request)),
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: PATH,
    config: { isSecretPath: true },
    handler: async (request, reply) => {
      const reminder = await requested(web, request);
      const step = isOneClick(request) ? 'stop' : formOf(request).get('step');
      if (step === 'confirm') await confirmReminder(web.app, reminder);
      if (step === 'stop') await stopReminder(web.app, reminder);
      return show(web, { request, reply }, await requested(web, request));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
async function requested({ app, limit }: Web, request: FastifyRequest): Promise<Reminder> {
  limit.take(clientOf(request.ip));
  const { id = '', token = '' } = request.params as { id?: string; token?: string };
  const isRight = isUuid(id) && isReminderToken(app, id, token);
  const found = isRight ? await findReminder(app.db, id, new Date(app.clock.now())) : null;
  if (found === null) throw notFound();
  return found;
}

/** From a mail program (RFC 8058). Its body does not matter, and it can only stop. */
function isOneClick({ query }: FastifyRequest): boolean {
  return (query as { stop?: unknown }).stop !== undefined;
}

function formOf({ body, headers }: FastifyRequest): URLSearchParams {
  const isForm = Buffer.isBuffer(body) && FORM_TYPE.test(headers['content-type'] ?? '');
  return new URLSearchParams(isForm ? body.toString('utf8') : '');
}

const BADGES: Readonly<Record<ReminderStep, Badge>> = {
  ask: { icon: 'clock', tone: 'calm' },
  on: { icon: 'check', tone: 'good' },
  stopped: { icon: 'cross', tone: 'bad' },
  over: { icon: 'alert', tone: 'careful' },
};

function show(
  { app, links }: Web,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { step, link, project, subscription }: Reminder,
): FastifyReply {
  const view: ReminderView = {
    locale: localeOfRequest(request),
    merchant: merchantOf(project),
    isTestNetwork: app.config.network !== 'main',
    step,
    name: link.terms.name,
    next: step === 'on' ? (subscription?.current_period_ends_at ?? null) : null,
  };
  return reply.headers(loneFormHeaders()).send(renderReminderPage(view, links));
}

interface ReminderView {
  readonly locale: Locale;
  readonly merchant: Merchant;
  readonly isTestNetwork: boolean;
  readonly step: ReminderStep;
  /** Of the payment link. */
  readonly name: string;
  /** Of the next reminder. */
  readonly next: Date | null;
}

export function renderReminderPage(view: ReminderView, links: AssetLinks): string {
  const { locale, merchant, step, next } = view;
  const { donation, testNetwork } = textsOf('payment-page', locale);
  const t = donation.remind;
  const { title, text } = t[step];
  const page = html`${pageHead({ locale, title, links, merchant })}
</head>
<body>
${languageSwitch(locale)}
<main id="payment" class="settled">
${view.isTestNetwork && html`<p class="test">${testNetwork}</p>`}
<div class="card">
<section class="summary">
${merchantLogo(merchant, links.site)}
${merchantName(view)}
<h1>${freeText(view.name)}</h1>
</section>
<section class="action">
${statusBlock(BADGES[step], { title, text, id: 'status-title' })}
${stepForm(step, t, locale)}
</section>
${next !== null && html`<dl class="facts">${fact(t.next, timeElement(next, locale))}</dl>`}
</div>
</main>
${sellerFooter(view)}
</body>
</html>
`;
  return markupOf(page);
}

function stepForm(
  step: ReminderStep,
  t: { readonly confirm: string; readonly stop: string },
  locale: string,
): Html | null {
  if (step !== 'ask' && step !== 'on') return null;
  const [value, label] = step === 'ask' ? ['confirm', t.confirm] : ['stop', t.stop];
  const look = step === 'ask' ? 'button primary' : 'button';
  return html`<form class="links" method="post" action="?locale=${locale}"><button class="${look}" name="step" value="${value}">${label}</button></form>`;
}
