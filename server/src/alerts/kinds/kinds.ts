// The kinds of alert destinations: their configuration, and how each sends a message.
import type { App } from '../../app.ts';
import { severityOf } from '../../contract/alert-kinds.ts';
import type { DeliveryCode } from '../../contract/delivery-codes.ts';
import { EMAIL } from '../../contract/email.ts';
import { wallNow } from '../../core/clock.ts';
import { type ErrorDetail, rule } from '../../core/errors.ts';
import { trimTrailing } from '../../core/escape-text.ts';
import { isCallbackUrl } from '../../events/endpoints.ts';
import type { GuardedPost, PostResult } from '../../events/guarded-post.ts';
import { callbackHeaders } from '../../events/sign-callback.ts';
import { mailBodies } from '../../mails/layout.ts';
import type { Mailer } from '../../mails/mailer.ts';
import type { DestinationKindName } from '../../operator/alerts/contract.ts';
import type { Content, NotifiedAlert } from '../decide.ts';
import { alertsUrl, type Rendered, runbookOf } from '../render.ts';

const EXCERPT_LENGTH_MAX = 200;
/** Shorter path segments are often ordinary words, which may appear in a response. */
const SECRET_LENGTH_MIN = 8;

function resultOf(posted: PostResult, secrets: readonly string[]): Result {
  if (!posted.ok) return { isTaken: false, reply: { message: without(posted.message, secrets) } };
  const isTaken = posted.status >= 200 && posted.status < 300;
  const excerpt = posted.bodyExcerpt.replace(/\s+/g, ' ').trim();
  const status = `HTTP ${posted.status}`;
  if (isTaken || excerpt === '') return { isTaken, reply: { message: status } };
  const message = `${status}: ${without(excerpt, secrets).slice(0, EXCERPT_LENGTH_MAX)}`;
  return { isTaken, reply: { message } };
}

/** The parts of a URL that may be secret, longest first: the path and everything after it, whole and in segments. */
function secretsOf(url: string): readonly string[] {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [url, pathname + search, pathname, search, ...searchParams.values()];
  const places = pathname.split('/').filter((part) => part.length >= SECRET_LENGTH_MIN);
  return [...parts, ...places]
    .filter((part) => part.length > 1)
    .sort((a, b) => b.length - a.length);
}

/** A receiver may echo the request, including its secrets. */
function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

const SECRET_BYTES = 32;

const webhookKind: DestinationKind = {
  read({ config, random }, { secret: url = '' }, problems) {
    if (!isCallbackUrl(url, config)) {
      problems.push(url === '' ? rule.filled('secret') : rule.url('secret'));
      return null;
    }
    const secret = random.bytes(SECRET_BYTES).toString('base64url');
    return { recipient: new URL(url).host, settings: { url, secret }, madeSecret: secret };
  },
  async send(message, { url = '', secret = '' }, { post }) {
    const body = bodyOf(message);
    const headers = callbackHeaders(
      { id: message.id, sentAt: wallNow(), body },
      { current: secret, previous: null },
    );
    return resultOf(await post({ url, headers, body }), [...secretsOf(url), secret]);
  },
};

function bodyOf({ id, title, text, content, publicUrl }: Message): string {
  const { raised = [], repeated = [], resolved = [] } = content ?? {};
  return JSON.stringify({
    id,
    type: content === null ? 'test' : 'alerts',
    title,
    text,
    raised: raised.map(shown),
    repeated: repeated.map(shown),
    resolved: resolved.map(shown),
    url: publicUrl === null ? null : alertsUrl(publicUrl),
  });
}

function shown({ by_hand: isByHand, ...alert }: NotifiedAlert) {
  return {
    ...alert,
    severity: severityOf(alert.kind),
    runbook: runbookOf(alert.kind),
    ...(isByHand !== undefined && { resolved_manually: isByHand }),
  };
}

const API = 'https://api.telegram.org';
const TEXT_LENGTH_MAX = 4096;
/** A number (negative for groups), or the public name of a channel. */
const CHAT = /^(-?\d{1,20}|@\w{1,64})$/;
const TOKEN = /^\d{1,20}:[\w-]{1,200}$/;

const telegramKind: DestinationKind = {
  read({ config }, { to = '', secret = '', api_url: api = API }, problems) {
    const found = problems.length;
    if (!CHAT.test(to)) problems.push(rule.form('to', 'chat'));
    if (!TOKEN.test(secret)) problems.push(rule.form('secret', 'bot_token'));
    if (!isCallbackUrl(api, config)) problems.push(rule.url('api_url'));
    if (problems.length > found) return null;
    const base = trimTrailing(api, '/');
    const recipient = `${to}, ${new URL(base).host}`;
    return { recipient, settings: { base, chat: to, token: secret } };
  },
  async send({ title, text }, { base = '', chat = '', token = '' }, { post }) {
    const body = JSON.stringify({
      chat_id: chat,
      text: `${title}\n\n${text}`.slice(0, TEXT_LENGTH_MAX),
      link_preview_options: { is_disabled: true },
    });
    const headers = { 'Content-Type': 'application/json' };
    const url = `${base}/bot${token}/sendMessage`;
    return resultOf(await post({ url, headers, body }), [token]);
  },
};

const slackKind: DestinationKind = {
  read({ config }, { secret: url = '' }, problems) {
    if (isCallbackUrl(url, config)) return { recipient: new URL(url).host, settings: { url } };
    problems.push(url === '' ? rule.filled('secret') : rule.url('secret'));
    return null;
  },
  async send({ title, text }, { url = '' }, { post }) {
    const body = JSON.stringify({ text: escaped(`*${title}*\n${text}`) });
    const headers = { 'Content-Type': 'application/json' };
    return resultOf(await post({ url, headers, body }), secretsOf(url));
  },
};

/** The three special characters of Slack's markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export const mailKind: DestinationKind = {
  read(_app, { to = '' }, problems) {
    if (EMAIL.test(to)) return { recipient: to, settings: { to } };
    problems.push(to === '' ? rule.filled('to') : rule.form('to', 'mail_address'));
    return null;
  },
  async send({ id, title, text, language }, { to = '' }, { mailer }) {
    if (mailer === null) return { isTaken: false, reply: { code: 'no_mail_server' } };
    const bodies = mailBodies({
      tag: language,
      title,
      brand: 'Chaintill',
      parts: text.split('\n\n'),
      button: null,
      notes: [],
      footer: [],
    });
    const mailed = await mailer({
      id,
      to,
      subject: title,
      ...bodies,
      createdAt: null,
      unsubscribe: null,
    });
    if (mailed.kind === 'sent')
      return { isTaken: true, reply: { code: 'accepted_by_mail_server' } };
    return { isTaken: false, reply: { message: mailed.reason } };
  },
};

export const destinationKinds: Readonly<Record<DestinationKindName, DestinationKind>> = {
  mail: mailKind,
  webhook: webhookKind,
  slack: slackKind,
  telegram: telegramKind,
};

interface DestinationInput {
  readonly to?: string | undefined;
  readonly secret?: string | undefined;
  readonly api_url?: string | undefined;
}

/** Stored encrypted. */
export type Settings = Readonly<Record<string, string>>;

export interface Place {
  /** Contains no secrets. */
  readonly recipient: string;
  readonly settings: Settings;
  /** Generated by the service, shown once. */
  readonly madeSecret?: string;
}

interface Message extends Rendered {
  /** The same in every attempt. */
  readonly id: string;
  /** Null: a test message. */
  readonly content: Content | null;
  readonly publicUrl: string | null;
}

export interface Transports {
  post(post: GuardedPost): Promise<PostResult>;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
}

/** The response without secrets, or a code if there was no response. */
export type DeliveryReply = { readonly message: string } | { readonly code: DeliveryCode };

export interface Result {
  readonly isTaken: boolean;
  readonly reply: DeliveryReply;
}

interface DestinationKind {
  /** Null, with problems, when a setting is missing or invalid. */
  read(
    app: Pick<App, 'config' | 'random'>,
    input: DestinationInput,
    problems: ErrorDetail[],
  ): Place | null;
  /** Never throws for errors of the remote side. */
  send(message: Message, settings: Settings, transports: Transports): Promise<Result>;
}
