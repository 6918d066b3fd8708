// A JSON POST, signed like callbacks (Standard Webhooks in addition to `X-Cryptopay-Signature`). docs/callbacks.md
// explains how a receiver verifies it.
import { severityOf } from '../../contract/alert-kinds.ts';
import { wallNow } from '../../core/clock.ts';
import { rule } from '../../core/errors.ts';
import { callbackHeaders } from '../../events/callback-headers.ts';
import { isCallbackUrl } from '../../events/endpoints.ts';
import type { NotifiedAlert } from '../decide.ts';
import { alertsUrl } from '../render.ts';
import { runbookOf } from '../runbook.ts';
import { resultOf, secretsOf } from './answer.ts';
import type { DestinationKind, Message } from './kind.ts';

const SECRET_BYTES = 32;

export const webhookKind: DestinationKind = {
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
    ...{ id, type: content === null ? 'test' : 'alerts', title, text },
    ...{ raised: raised.map(shown), repeated: repeated.map(shown), resolved: resolved.map(shown) },
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
