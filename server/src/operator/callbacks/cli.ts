// Text output of `chaintill callbacks set|list|enable|disable|rotate|test|log|events|show|resend|resend-failed`.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import type { callbacksOperations } from './contract.ts';

export const callbacksAdapters: AdaptersOf<typeof callbacksOperations> = {
  'callbacks.set': {
    example: '0199... https://shop.example/chaintill',
    show({ project_id, endpoint_id, url, secret }) {
      const target = `Callbacks of ${project_id} are sent to ${url} (endpoint ${endpoint_id})`;
      return secret === null
        ? `${target}. Its secret did not change`
        : `${target}\n${secretText(secret)}`;
    },
  },
  'callbacks.list': { example: '"Corner shop"' },
  'callbacks.enable': { example: '0199... 0199...', show: switchText },
  'callbacks.disable': { example: '0199... 0199...', show: switchText },
  'callbacks.rotate': {
    example: '0199... 0199...',
    show: ({ secret }) => (secret === null ? 'Only the new secret is valid.' : secretText(secret)),
  },
  'callbacks.test': {
    example: '0199...',
    show: ({ project_id, deliveries }) =>
      deliveries
        .map(
          ({ id, url }) =>
            `Queued a test callback ${id} to ${url}. Result: chaintill callbacks show ${project_id} ${id}`,
        )
        .join('\n'),
  },
  'callbacks.deliveries': {
    called: { status: '--status <status>' },
    example: '0199... --status failed',
    show: (page) => pageText(page, ({ endpoint_id, created_at, delivered_at, ...row }) => row),
  },
  'callbacks.events': {
    called: { after: '--after <place>' },
    help: 'chaintill listen follows the events and sends each to a program.',
    example: '0199... --after 1201,0199...',
    show: ({ rows, next }) => ({
      text: table(rows.map(({ payload, ...row }) => row)),
      notes: [`For the next events, use --after ${next}`],
    }),
  },
  'callbacks.show': { example: '0199... 0199...' },
  'callbacks.retry': { example: '0199... 0199...', show: () => 'It will be sent again now.' },
  'callbacks.retry-failed': {
    example: '0199...',
    show: ({ resent, left }) =>
      `${resent} will be sent again now${left === 0 ? '' : `; ${left} are left, repeat the command for them`}.`,
  },
};

function switchText({ url, enabled }: { url: string; enabled: boolean }): string {
  return `${url} is ${enabled ? 'enabled' : 'disabled'}`;
}

interface Secret {
  readonly callback_secret: string;
  readonly standard_webhooks_secret: string;
}

function secretText({ callback_secret, standard_webhooks_secret }: Secret): string {
  return `Callback secret   ${callback_secret}\nStandard Webhooks ${standard_webhooks_secret}`;
}
