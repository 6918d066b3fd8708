// Text output of `chaintill callbacks set|list|enable|disable|rotate|test|log|events|show|resend|resend-failed`.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import type { callbacksOperations } from './contract.ts';

export const callbacksAdapters: AdaptersOf<typeof callbacksOperations> = {
  'callbacks.set': {
    arguments: ['project', 'url'],
    example: 'chaintill callbacks set 0199... https://shop.example/chaintill',
    show({ project_id, endpoint_id, url, secret }) {
      const target = `Callbacks of ${project_id} are sent to ${url} (endpoint ${endpoint_id})`;
      return secret === null
        ? `${target}. Its secret did not change`
        : `${target}\n${secretText(secret)}`;
    },
  },
  'callbacks.list': {
    arguments: ['project'],
    example: 'chaintill callbacks list "Corner shop"',
    show: table,
  },
  'callbacks.enable': {
    arguments: ['project', 'endpoint_id'],
    example: 'chaintill callbacks enable 0199... 0199...',
    show: switchText,
  },
  'callbacks.disable': {
    arguments: ['project', 'endpoint_id'],
    example: 'chaintill callbacks disable 0199... 0199...',
    show: switchText,
  },
  'callbacks.rotate': {
    arguments: ['project', 'endpoint_id'],
    example: 'chaintill callbacks rotate 0199... 0199...',
    show: ({ secret }) => (secret === null ? 'Only the new secret is valid.' : secretText(secret)),
  },
  'callbacks.test': {
    arguments: ['project'],
    example: 'chaintill callbacks test 0199...',
    show: ({ project_id, deliveries }) =>
      deliveries
        .map(
          ({ id, url }) =>
            `Queued a test callback ${id} to ${url}. Result: chaintill callbacks show ${project_id} ${id}`,
        )
        .join('\n'),
  },
  'callbacks.deliveries': {
    arguments: ['project'],
    called: { status: '--status <status>' },
    example: 'chaintill callbacks deliveries 0199... --status failed',
    show: (page) => pageText(page, ({ endpoint_id, created_at, delivered_at, ...row }) => row),
  },
  'callbacks.events': {
    arguments: ['project'],
    called: { after: '--after <place>' },
    help: 'chaintill listen follows the events and sends each to a program.',
    example: 'chaintill callbacks events 0199... --after 1201,0199...',
    show: ({ rows, next }) => ({
      text: table(rows.map(({ payload, ...row }) => row)),
      notes: [`For the next events, use --after ${next}`],
    }),
  },
  'callbacks.show': {
    arguments: ['project', 'delivery_id'],
    example: 'chaintill callbacks show 0199... 0199...',
    show: (delivery) => JSON.stringify(delivery, null, 2),
  },
  'callbacks.retry': {
    arguments: ['project', 'delivery_id'],
    example: 'chaintill callbacks retry 0199... 0199...',
    show: () => 'It will be sent again now.',
  },
  'callbacks.retry-failed': {
    arguments: ['project'],
    example: 'chaintill callbacks retry-failed 0199...',
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
