// API keys of a project: created, listed and revoked by the operator.
import { Type } from 'typebox';
import { type Field, list, oneOf, refuse, required, text } from '../../contract/fields.ts';
import { described, operatorOperation, theProject } from '../../contract/operator/operation.ts';
import {
  Id,
  row,
  rows,
  SecretText,
  Text,
  TextOrNull,
  Time,
  TimeOrNull,
} from '../../contract/schema.ts';
import { rule } from '../../core/errors.ts';
import { isIpRange } from '../../core/ip-ranges.ts';

const TEXT_LENGTH_MAX = 255;
const LIST_MAX = 100;

const range: Field<string, false> = {
  ...text(TEXT_LENGTH_MAX),
  read: (value, target, problems) =>
    typeof value === 'string' && isIpRange(value)
      ? value
      : refuse(problems, rule.oneOf(target, ['an address', 'a range such as 10.0.0.0/8'])),
};

export const keysOperations = {
  'keys.create': operatorOperation({
    summary: 'Create an API key. The secret is shown once',
    permission: 'secrets',
    about: { type: 'api_key', output: 'api_key' },
    input: {
      project: theProject,
      name: text(TEXT_LENGTH_MAX, 'purpose of the key (default: unnamed)'),
      api_version: oneOf(['1', '2'], 'API version of the key (default: 1)'),
      permissions: described(
        list(oneOf(['read', 'write', 'payout']), { max: LIST_MAX }),
        'comma-separated: read, write, payout (default: read)',
      ),
      ip_allow_list: described(
        list(range, { max: LIST_MAX }),
        'comma-separated addresses or ranges that can use the key',
      ),
    },
    output: row({ api_key: Text, api_secret: SecretText }),
  }),
  'keys.list': operatorOperation({
    summary: 'List the keys of a project',
    permission: 'read',
    input: { project: theProject },
    output: rows({
      key: Text,
      name: Text,
      api_version: Type.Integer(),
      permissions: Type.Array(Text),
      ip_allow_list: Type.Array(Text),
      made_by: TextOrNull,
      /** Created by the machine's user on the command line. */
      made_by_system_user: Type.Boolean(),
      created_at: Time,
      used_at: TimeOrNull,
      revoked_at: TimeOrNull,
    }),
  }),
  'keys.revoke': operatorOperation({
    summary: 'Revoke a key. It stops working within seconds',
    permission: 'secrets',
    about: { type: 'api_key', input: 'key' },
    input: { project: theProject, key: required(text(TEXT_LENGTH_MAX, 'public part of the key')) },
    output: row({ project_id: Id, key: Text }),
  }),
} as const;
