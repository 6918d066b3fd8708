// Text output of `chaintill alerts ...`.
import { type AdaptersOf, pageText, table } from '../../cli/adapter.ts';
import { readSecret } from '../../cli/read-secret.ts';
import type { Values } from '../perform.ts';
import type { alertsOperations } from './contract.ts';

export const alertsAdapters: AdaptersOf<typeof alertsOperations> = {
  'alerts.list': {
    show: (page, { all }) =>
      pageText(
        page,
        ({ facts, resolved_at, resolved_reason, acknowledged_at: _since, assignee, ...row }) => ({
          ...row,
          assignee: assignee?.name ?? null,
          ...(all === true && { resolved_at, resolved_reason }),
          facts,
        }),
      ),
  },
  'alerts.acknowledge': {
    example: '0199... --reason "node is being restarted"',
    show: ({ kind, id }) => `Acknowledged ${kind} (${id}). It stays open`,
  },
  'alerts.assign': {
    example: '0199... --user-id 0199...',
    show: ({ kind, id }) => `Assigned ${kind} (${id})`,
  },
  'alerts.resolve': {
    example: '0199... --reason "wallet topped up by hand"',
    show: ({ kind, id }) => `Resolved ${kind} (${id})`,
  },
  'alerts.destinations.list': {
    show: (rows) =>
      rows.length === 0
        ? 'No alert destinations. Add one: chaintill alerts destinations add'
        : table(rows.map(({ created_at: _, last_error_code: _code, ...row }) => row)),
  },
  'alerts.destinations.add': {
    example: 'mail "On call" --to oncall@shop.example',
    help: 'The command prompts for the URL or token, or reads it from standard input: chaintill alerts destinations add slack Ops < url',
    prepare: withSecret,
    show({ name, recipient, signing_secret: secret, standard_webhooks_secret: standard }) {
      const reported = `Added alert destination ${name} (${recipient}). Test it: chaintill alerts test --destination "${name}"`;
      return secret === null
        ? reported
        : `${reported}\nSigning secret    ${secret}\nStandard Webhooks ${standard}`;
    },
  },
  'alerts.destinations.enable': {
    example: '0199...',
    show: ({ name }) => `Alerts are sent to ${name}`,
  },
  'alerts.destinations.disable': {
    example: '0199...',
    show: ({ name }) => `Alerts to ${name} are paused`,
  },
  'alerts.destinations.remove': { example: '0199...', show: ({ name }) => `Deleted ${name}` },
  'alerts.test': {
    example: '--destination "On call"',
    show: (rows) =>
      rows.length === 0
        ? 'No alert destinations. Add one: chaintill alerts destinations add'
        : table(
            rows.map(({ id: _, delivered, response, error_code: _code, milliseconds, ...row }) => ({
              ...row,
              delivered: delivered ? 'yes' : 'no',
              response,
              ms: milliseconds,
            })),
          ),
    isBad: (rows) => rows.length === 0 || rows.some(({ delivered }) => !delivered),
  },
};

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
