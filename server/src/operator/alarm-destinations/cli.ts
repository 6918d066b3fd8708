// Text output of `chaintill alerts destinations …` and `chaintill alerts test`.

import type { AdaptersOf } from '../../cli/adapter.ts';
import { readSecret } from '../../cli/read-secret.ts';
import { table } from '../../cli/table.ts';
import type { Values } from '../find-projects.ts';
import type { alertDestinationsOperations } from './contract.ts';

/** Prompts for values that must not be options. */
const REQUESTED: Readonly<Record<string, string>> = {
  webhook: 'URL',
  slack: 'URL of the incoming webhook',
  telegram: 'Token of the bot',
};

async function withSecret(values: Values): Promise<Values> {
  const requested = REQUESTED[String(values['kind'])];
  return requested === undefined ? values : { ...values, secret: await readSecret(requested) };
}

export const alertDestinationsAdapters: AdaptersOf<typeof alertDestinationsOperations> = {
  'alarms.destinations.list': {
    example: 'chaintill alarms destinations list',
    show: (rows) =>
      rows.length === 0
        ? 'No alert destinations. Add one: chaintill alarms destinations add'
        : table(rows.map(({ created_at: _, ...row }) => row)),
  },
  'alarms.destinations.add': {
    arguments: ['kind', 'name'],
    example: 'chaintill alarms destinations add mail "On call" --to oncall@shop.example',
    help: 'The command prompts for the URL or token, or reads it from standard input: chaintill alarms destinations add slack Ops < url',
    prepare: withSecret,
    show({ name, recipient, signing_secret: secret, standard_webhooks_secret: standard }) {
      const reported = `Added alert destination ${name} (${recipient}). Test it: chaintill alarms test --destination "${name}"`;
      return secret === null
        ? reported
        : `${reported}\nSigning secret    ${secret}\nStandard Webhooks ${standard}`;
    },
  },
  'alarms.destinations.enable': {
    arguments: ['destination_id'],
    example: 'chaintill alarms destinations enable 0199...',
    show: ({ name }) => `Alerts are sent to ${name}`,
  },
  'alarms.destinations.disable': {
    arguments: ['destination_id'],
    example: 'chaintill alarms destinations disable 0199...',
    show: ({ name }) => `Alerts to ${name} are paused`,
  },
  'alarms.destinations.remove': {
    arguments: ['destination_id'],
    example: 'chaintill alarms destinations remove 0199...',
    show: ({ name }) => `Deleted ${name}`,
  },
  'alarms.test': {
    example: 'chaintill alarms test --destination "On call"',
    show: (rows) =>
      rows.length === 0
        ? 'No alert destinations. Add one: chaintill alarms destinations add'
        : table(
            rows.map(({ id: _, taken, said: message, milliseconds, ...row }) => ({
              ...{ ...row, taken: taken ? 'yes' : 'no', said: message, ms: milliseconds },
            })),
          ),
    isBad: (rows) => rows.length === 0 || rows.some(({ taken }) => !taken),
  },
};
