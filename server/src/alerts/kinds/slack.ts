// Slack's incoming webhook, which Mattermost, Rocket.Chat and others accept as well: JSON with `text`. The URL is the
// secret. Success is 200; errors are returned as text (api.slack.com/messaging/webhooks).
import { rule } from '../../core/errors.ts';
import { isCallbackUrl } from '../../events/endpoints.ts';
import { resultOf, secretsOf } from './answer.ts';
import type { DestinationKind } from './kind.ts';

export const slackKind: DestinationKind = {
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

/** Escapes the three characters of Slack's markup. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
