// Renders the status page: the instance's overall status, then each part by coin. The script updates it.

import type { FastifyInstance } from 'fastify';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { paymentPageHeaders, paymentStatusHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import {
  type AssetLinks,
  announcer,
  fact,
  type Html,
  html,
  type IconName,
  icon,
  languageSwitch,
  markupOf,
  pageHead,
  refreshWithoutScript,
  timeElement,
} from './page-parts.ts';
import type { StatusText } from './payment-page-view.ts';
import {
  type Part,
  type PartName,
  type ServiceStatus,
  type StatusView,
  viewOfStatus,
} from './view-of-status.ts';

const REFRESH_SECONDS = 30;

const BADGES: Readonly<Record<ServiceStatus, { readonly icon: IconName; readonly tone: string }>> =
  {
    up: { icon: 'check', tone: 'good' },
    delayed: { icon: 'clock', tone: 'careful' },
    paused: { icon: 'clock', tone: 'careful' },
    down: { icon: 'alert', tone: 'bad' },
  };

const ORDER: readonly PartName[] = ['payments', 'payouts', 'rates', 'callbacks'];

export function renderStatusPage(view: StatusView, locale: Locale, links: AssetLinks): string {
  const t = textsOf('payment-page', locale).instance;
  const badge = BADGES[view.status];
  const { title, text } = textOf(view.status, locale);
  const page = html`${pageHead({ locale, title: html`${t.status} – ${title}`, links })}
<script type="module" src="${links.script}"></script>
</head>
<body>
${announcer()}
${languageSwitch(locale)}
<main id="payment" class="message settled" data-refresh-seconds="${REFRESH_SECONDS}" data-announcement="${title}. ${text}">
${view.isTestNetwork && html`<p class="test">${textsOf('payment-page', locale).testNetwork}</p>`}
<div class="card">
<div class="status ${badge.tone}">
<span class="badge">${icon(badge.icon)}</span>
<h1 id="status-title" tabindex="-1">${title}</h1>
<p>${text}</p>
</div>
${alike(view.parts, locale)}
${ORDER.map((name) => group(name, view.parts, locale))}
<dl class="facts">
${fact(t.asOf, timeElement(view.at, locale))}
</dl>
</div>
${refreshWithoutScript(locale)}
</main>
</body>
</html>
`;
  return markupOf(page);
}

function textOf(status: ServiceStatus, locale: Locale): StatusText {
  const { up, delayed, down } = textsOf('payment-page', locale).instance;
  if (status === 'up') return up;
  return status === 'down' ? down : delayed;
}

/** A status that every coin shares appears once, in a single list. */
function alike(parts: readonly Part[], locale: Locale): Html {
  const t = textsOf('payment-page', locale).instance;
  const lines = ORDER.flatMap((name) => {
    const own = partsOf(name, parts);
    const [first] = own;
    if (first === undefined || !isAlike(own)) return [];
    return [fact(t[name], reported(first.status, locale))];
  });
  return lines.length === 0 ? html`` : html`<dl class="facts">${lines}</dl>`;
}

function partsOf(name: PartName, parts: readonly Part[]): readonly Part[] {
  return parts.filter(({ part }) => part === name);
}

function isAlike(parts: readonly Part[]): boolean {
  return parts.every(({ status }) => status === parts[0]?.status);
}

function group(name: PartName, parts: readonly Part[], locale: Locale): Html {
  const t = textsOf('payment-page', locale).instance;
  const own = partsOf(name, parts);
  if (isAlike(own)) return html``;
  return html`<section class="facts"><h2>${t[name]}</h2>
<dl class="parts">${own.map(({ coin, status }) => fact(coin?.name ?? '', reported(status, locale)))}</dl>
</section>`;
}

function reported(status: ServiceStatus, locale: Locale): Html {
  const { icon: name, tone } = BADGES[status];
  return html`<span class="standing" data-tone="${tone}">${icon(name)} ${textsOf('payment-page', locale).instance.partStatus[status]}</span>`;
}

export function addStatusRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/status',
    handler: async (request, reply) => {
      web.limit.take(clientOf(request.ip));
      const view = await viewOfStatus(web.app);
      return reply
        .headers(paymentPageHeaders())
        .send(renderStatusPage(view, localeOfRequest(request), web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/status.json',
    handler: async (request, reply) => {
      web.limit.take(clientOf(request.ip));
      return reply.headers(paymentStatusHeaders()).send(present(await viewOfStatus(web.app)));
    },
  });
}

/** Always HTTP 200: the status is in the body. */
function present({ status, parts, at }: StatusView): string {
  return JSON.stringify({
    status,
    parts: parts.map(({ part, coin, status: own }) => ({
      part,
      coin: coin?.code ?? null,
      status: own,
    })),
    at: at.toISOString(),
  });
}
