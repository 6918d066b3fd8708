// What the script of a terminal's page requests. Signed in with a PIN, staff can price and sell a cart, see sales of
// their terminal, cancel an unpaid one, and, if they may, make the daily close. Nothing here reaches further.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cancelCheckout } from '../checkouts/advance.ts';
import { isPlainObject, readFields, required, text, uuid } from '../contract/fields.ts';
import { parseJson } from '../contract/parse-json.ts';
import { defined } from '../core/assert.ts';
import { apiError, type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import type { Locale } from '../core/languages.ts';
import { loadProject } from '../projects/project.ts';
import { closeTerminal } from '../terminals/close-terminal.ts';
import { readCart } from '../terminals/read-cart.ts';
import { findSale } from '../terminals/sales.ts';
import { sell } from '../terminals/sell.ts';
import {
  display,
  endSession,
  findDisplayed,
  findTerminalSession,
  signIn,
  type TerminalSession,
} from '../terminals/sessions.ts';
import { findTerminalByToken, type TerminalRow } from '../terminals/terminals.ts';
import { paymentStatusHeaders } from './headers.ts';
import { insistOnOwnOrigin } from './own-origin.ts';
import { clientOf, localeOfRequest, type Web } from './page-answers.ts';
import { terminalCookie, terminalToken } from './terminal-cookie.ts';
import {
  displayOf,
  presentClose,
  presentSale,
  pricedCart,
  recentSales,
  stateOf,
  totalsOf,
  wordsOf,
} from './terminal-views.ts';

const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const NONCE = /^[A-Za-z0-9_-]{16,64}$/;
const CODE_MAX = 64;
const NUMBER = /^[1-9]\d{0,5}$/;

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
export async function requestedTerminal(web: Web, request: FastifyRequest): Promise<TerminalRow> {
  web.terminals.take(clientOf(request.ip), credentialOf(request));
  const { token = '' } = request.params as { token?: string };
  const terminal = TOKEN.test(token) ? await findTerminalByToken(web.app.db, token) : null;
  if (terminal === null) throw notFound();
  return terminal;
}

/** Of a display, or of the staff who are signed in. */
function credentialOf({ headers, query }: FastifyRequest): string | null {
  const { code } = query as { code?: unknown };
  return typeof code === 'string' ? code : terminalToken(headers);
}

interface Call {
  readonly web: Web;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly terminal: TerminalRow;
  readonly locale: Locale;
}

type SignedIn = Call & { readonly session: TerminalSession };
type Body = Readonly<Record<string, unknown>>;

export function addTerminalApi(fastify: FastifyInstance, web: Web): void {
  const get = (path: string, answer: (call: Call) => Promise<unknown>) =>
    fastify.route({
      method: ['GET', 'HEAD'],
      url: `/pos/:token/${path}`,
      handler: (request, reply) => respond(web, { request, reply }, answer),
    });
  const post = (path: string, answer: (call: Call, body: Body) => Promise<unknown>) =>
    fastify.route({
      method: 'POST',
      url: `/pos/:token/${path}`,
      handler: (request, reply) =>
        respond(web, { request, reply }, async (call) => {
          insistOnOwnOrigin(web.app, request.headers);
          return answer(call, bodyOf(request));
        }),
    });
  const staff =
    <More extends unknown[]>(answer: (call: SignedIn, ...more: More) => Promise<unknown>) =>
    async (call: Call, ...more: More) =>
      answer({ ...call, session: await insistOnSession(call) }, ...more);

  get('state', async (call) => stateOf(web.app, call.terminal, await sessionOf(call)));
  get('display/state', async (call) => {
    const { code } = call.request.query as { code?: unknown };
    const shown = typeof code === 'string' ? code : '';
    const session = await findDisplayed(web.app, call.terminal, shown);
    web.terminals.note(shown, session !== null);
    return displayOf(web.app, call.terminal, { session, words: wordsOf(call.locale) });
  });
  post('session', startSession);
  post('session/end', staff(stopSession));
  post('cart', staff(showCart));
  get(
    'sales',
    staff(({ terminal }) => recentSales(web.app, terminal)),
  );
  post('sales', staff(makeSale));
  get(
    'sales/:id',
    staff(async (call) => presentSale(web.app, call.terminal, await saleOf(call))),
  );
  post('sales/:id/cancel', staff(cancelSale));
  get(
    'totals',
    staff(({ terminal }) => totalsOf(web.app, terminal)),
  );
  post('close', staff(makeClose));
}

async function respond(
  web: Web,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  answer: (call: Call) => Promise<unknown>,
): Promise<FastifyReply> {
  reply.headers(paymentStatusHeaders());
  const terminal = await requestedTerminal(web, request);
  const locale = localeOfRequest(request);
  const found = await answer({ web, request, reply, terminal, locale });
  return reply.send(JSON.stringify(found));
}

/** Errors: 400 `bad_request`. */
function bodyOf({ body }: FastifyRequest): Body {
  const sent = Buffer.isBuffer(body) ? body.toString('utf8') : '';
  let found: unknown;
  try {
    found = parseJson(sent === '' ? '{}' : sent);
  } catch (error) {
    if (error instanceof SyntaxError) throw apiError('bad_request.body_not_json');
    throw error;
  }
  if (!isPlainObject(found)) throw apiError('bad_request.body_not_object');
  return found;
}

async function sessionOf({ web, request, terminal }: Call): Promise<TerminalSession | null> {
  const token = terminalToken(request.headers);
  if (token === null) return null;
  const session = await findTerminalSession(web.app, terminal, token);
  web.terminals.note(token, session !== null);
  return session;
}

/** Errors: 401 `unauthenticated`. */
async function insistOnSession(call: Call): Promise<TerminalSession> {
  const session = await sessionOf(call);
  if (session === null) throw apiError('unauthenticated.no_session');
  return session;
}

const signInFields = {
  staff_id: required(uuid()),
  pin: required(text(100)),
  display_code: text(CODE_MAX),
};

async function startSession({ web, request, reply, terminal }: Call, body: Body) {
  const client = clientOf(request.ip);
  web.posts.take(client);
  const problems: ErrorDetail[] = [];
  const read = readFields(signInFields, body, { problems, prefix: '' });
  if (problems.length > 0) throw invalid(...problems);
  const { staff_id: staffId, pin, display_code: code } = read as Record<string, string>;
  const token = await signIn(web.app, terminal, {
    staffId: staffId ?? '',
    pin: pin ?? '',
    client,
    displayCode: code ?? null,
  });
  reply.header('set-cookie', terminalCookie(web.app, terminal, token));
  web.terminals.note(token, true);
  return stateOf(web.app, terminal, await findTerminalSession(web.app, terminal, token));
}

async function stopSession({ web, reply, terminal, session }: SignedIn) {
  await endSession(web.app, session);
  reply.header('set-cookie', terminalCookie(web.app, terminal, null));
  return stateOf(web.app, terminal, null);
}

/** Also clears the sale that was shown before. */
async function showCart({ web, terminal, session, locale }: SignedIn, body: Body) {
  const problems: ErrorDetail[] = [];
  const cart = readCart(body, problems);
  if (cart === null) throw invalid(...problems);
  await display(web.app, session, { cart });
  return pricedCart(web.app, terminal, { cart, words: wordsOf(locale), problems });
}

async function makeSale({ web, terminal, session, locale }: SignedIn, body: Body) {
  const problems: ErrorDetail[] = [];
  const { nonce } = body;
  const read = readFields({ nonce: required(text(CODE_MAX)) }, { nonce }, { problems, prefix: '' });
  const cart = readCart(body, problems);
  if (cart === null || problems.length > 0) throw invalid(...problems);
  const sent = String(read['nonce']);
  if (!NONCE.test(sent)) throw apiError('bad_request');
  const words = wordsOf(locale);
  return presentSale(
    web.app,
    terminal,
    await sell(web.app, terminal, { session, cart, nonce: sent, words }),
  );
}

/** Errors: 404 `not_found`, also for a sale of another terminal. */
async function saleOf({ web, request, terminal }: Call) {
  const { id = '' } = request.params as { id?: string };
  const sale = isUuid(id) ? await findSale(web.app.db, terminal, id) : null;
  if (sale === null) throw notFound();
  return sale;
}

async function cancelSale(call: SignedIn) {
  const { web, terminal } = call;
  const sale = await saleOf(call);
  const project = defined(await loadProject(web.app.db, terminal.project_id), 'its project exists');
  await cancelCheckout(web.app, project, sale.checkout_id);
  return presentSale(web.app, terminal, await saleOf(call));
}

/** Errors: 403 `forbidden`. Null: there is nothing to close. */
async function makeClose({ web, terminal, session }: SignedIn, body: Body) {
  if (!session.may_close) throw apiError('forbidden');
  const problems: ErrorDetail[] = [];
  const read = readFields({ number: required(text(10)) }, body, { problems, prefix: '' });
  const number = String(read['number'] ?? '');
  if (problems.length === 0 && !NUMBER.test(number)) problems.push(rule.atLeast('number', '1'));
  if (problems.length > 0) throw invalid(...problems);
  const { staff_name: by } = session;
  const close = await closeTerminal(web.app, terminal, { number: Number(number), by });
  return { close: close && presentClose(close) };
}
