// The page of a terminal, the customer's display, and what makes the page installable: its manifest and its service
// worker. The pages are empty without their script, which requests everything else (terminal-api.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { loadProject, type Merchant, merchantOf } from '../projects/project.ts';
import { findPicture } from '../terminals/pictures.ts';
import type { TerminalRow } from '../terminals/terminals.ts';
import type { Assets } from './assets.ts';
import { merchantLogo } from './brand-parts.ts';
import { logoHeaders, terminalFileHeaders, terminalPageHeaders } from './headers.ts';
import { localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { type AssetLinks, type Html, html, markupOf, pageHead } from './page-parts.ts';
import { requestedTerminal } from './terminal-api.ts';

/** The texts for staff are in the languages of the dashboard. */
const STAFF_LANGUAGES: readonly Locale[] = ['en', 'de', 'fr', 'es'];
const CODE = /^[A-Za-z0-9_-]{1,64}$/;

export function addTerminalPages(fastify: FastifyInstance, web: Web, assets: Assets): void {
  const page = (path: string, send: (call: PageCall) => Promise<FastifyReply>) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url: `/pos/:token${path}`,
      handler: async (request, reply) =>
        send({ web, request, reply, terminal: await requestedTerminal(web, request) }),
      errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
    });
  page('', sendTerminal);
  page('/display', sendDisplay);
  page('/manifest.webmanifest', sendManifest);
  page('/pictures/:name', sendPicture);
  page('/worker.js', async ({ reply, web: { links }, terminal }) => {
    const file = defined(assets.get('terminal-worker.js'), 'it is an asset');
    const headers = terminalFileHeaders(file.contentType);
    // It controls the page itself, which is beside it.
    reply.headers(headers).header('service-worker-allowed', `${links.site}/pos/${terminal.token}`);
    return reply.send(file.content);
  });
}

interface PageCall {
  readonly web: Web;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly terminal: TerminalRow;
}

async function sendTerminal(call: PageCall): Promise<FastifyReply> {
  const asked = localeOfRequest(call.request);
  const locale = STAFF_LANGUAGES.includes(asked) ? asked : 'en';
  const texts = textsOf('terminal-page', locale);
  return sendPage(call, {
    locale,
    script: call.web.links.terminalScript ?? '',
    page: { texts: staffTexts(texts) },
    start: null,
  });
}

type StaffTexts = ReturnType<typeof textsOf<'terminal-page'>>;

/** The script fills the places. */
function staffTexts(texts: StaffTexts): Readonly<Record<string, unknown>> {
  const places = {
    amount: '{amount}',
    count: '{count}',
    minutes: '{minutes}',
    number: '{number}',
  };
  const plain = Object.entries(texts).map(([key, text]) => [
    key,
    typeof text === 'function' ? (text as (values: typeof places) => string)(places) : text,
  ]);
  return Object.fromEntries(plain);
}

async function sendDisplay(call: PageCall): Promise<FastifyReply> {
  const { code } = call.request.query as { code?: unknown };
  const locale = localeOfRequest(call.request);
  const known = typeof code === 'string' && CODE.test(code) ? code : '';
  return sendPage(call, displayPage(call.web.links, locale, known));
}

/** It welcomes the customer until its script has the cart. */
export function displayPage(links: AssetLinks, locale: Locale, code: string): Shown {
  const t = textsOf('payment-page', locale);
  const { welcome, thanks, discount, tip } = t.sale;
  const texts = {
    welcome,
    thanks,
    discount,
    tip,
    offline: t.connectionLost,
    total: t.checkout.receipt.total,
  };
  return {
    locale,
    script: links.displayScript ?? '',
    page: { texts, code },
    start: html`<h1 class="welcome">${welcome}</h1>`,
  };
}

interface Shown {
  readonly locale: Locale;
  readonly script: string;
  /** For the script. */
  readonly page: Readonly<Record<string, unknown>>;
  /** Until the script draws. */
  readonly start: Html | null;
}

async function sendPage(
  { web: { app, links }, reply, terminal }: PageCall,
  shown: Shown,
): Promise<FastifyReply> {
  const merchant = await merchantOfTerminal({ app }, terminal);
  const markup = renderTerminalPage({ ...shown, merchant, terminal }, links);
  return reply.headers(terminalPageHeaders()).send(markup);
}

interface TerminalView extends Shown {
  readonly merchant: Merchant;
  readonly terminal: Pick<TerminalRow, 'name' | 'token'>;
}

export function renderTerminalPage(view: TerminalView, links: AssetLinks): string {
  const { locale, script, page, start, merchant, terminal } = view;
  const base = `${links.site}/pos/${terminal.token}`;
  const data = JSON.stringify({ ...page, base, site: links.site, locale });
  const title = merchant.name === null ? terminal.name : `${terminal.name} – ${merchant.name}`;
  const markup = html`${pageHead({ locale, title, links, merchant })}
<link rel="stylesheet" href="${links.terminalStyle}">
<link rel="manifest" href="${base}/manifest.webmanifest">
<script type="module" src="${script}"></script>
</head>
<body>
<main class="terminal" id="terminal" data-page="${data}">
${merchantLogo(merchant, links.site)}
${start}
<noscript>JavaScript</noscript>
</main>
</body>
</html>
`;
  return markupOf(markup);
}

/** Its name has the hash of its content. Errors: 404 `not_found`, also for a picture of another terminal. */
async function sendPicture({ web, request, reply, terminal }: PageCall): Promise<FastifyReply> {
  const { name = '' } = request.params as { name?: string };
  const picture = await findPicture(web.app.db, terminal, name);
  if (picture === null) throw notFound();
  return reply.headers(logoHeaders(picture.contentType)).send(picture.content);
}

async function merchantOfTerminal(
  { app }: Pick<Web, 'app'>,
  { project_id: id }: TerminalRow,
): Promise<Merchant> {
  return merchantOf(defined(await loadProject(app.db, id), 'its project exists'));
}

async function sendManifest({ web: { app, links }, reply, terminal }: PageCall) {
  const { accent } = await merchantOfTerminal({ app }, terminal);
  const start = `${links.site}/pos/${terminal.token}`;
  const manifest = {
    name: terminal.name,
    short_name: terminal.name.slice(0, 12),
    id: start,
    start_url: start,
    scope: start,
    display: 'standalone',
    ...(accent && { theme_color: accent }),
    icons: [{ src: links.terminalIcon, sizes: 'any', type: 'image/svg+xml' }],
  };
  return reply
    .headers(terminalFileHeaders('application/manifest+json'))
    .send(JSON.stringify(manifest));
}
