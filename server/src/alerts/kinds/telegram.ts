// Telegram's Bot API: `sendMessage` with a chat ID. The bot's token is the secret and part of the URL
// (core.telegram.org/bots/api#sendmessage: at most 4096 characters).

import { rule } from '../../core/errors.ts';
import { trimTrailing } from '../../core/trim-trailing.ts';
import { isCallbackUrl } from '../../events/endpoints.ts';
import { resultOf } from './answer.ts';
import type { DestinationKind } from './kind.ts';

const API = 'https://api.telegram.org';
const TEXT_LENGTH_MAX = 4096;
/** A number (negative for groups), or the public name of a channel. */
const CHAT = /^(-?\d{1,20}|@\w{1,64})$/;
const TOKEN = /^\d{1,20}:[\w-]{1,200}$/;

export const telegramKind: DestinationKind = {
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
