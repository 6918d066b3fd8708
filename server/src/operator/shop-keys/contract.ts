// Keys with which plugins of shops create invoices (docs/plugins.md). They cannot withdraw.
import { Type } from 'typebox';
import { list, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { described, operatorOperation, theProject } from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';
import { SHOP_FINDING_KINDS } from '../../contract/shop-findings.ts';
import { SHOP_PERMISSIONS } from '../../contract/shop-permissions.ts';

const NAME_LENGTH_MAX = 255;
const LIST_MAX = 30;

export const shopKeysOperations = {
  'shop-keys.create': operatorOperation({
    summary: 'Create a key for the plugin of a shop. The key is shown once',
    permission: 'secrets',
    about: { type: 'api_key', output: 'id' },
    input: {
      project: theProject,
      name: required(text(NAME_LENGTH_MAX, 'the shop')),
      permissions: described(
        list(oneOf(SHOP_PERMISSIONS), { max: LIST_MAX }),
        'comma-separated permissions (default: what most plugins ask for)',
      ),
    },
    output: schema.row({
      id: schema.Id,
      server_url: schema.Text,
      store_id: schema.Id,
      shop_key: schema.SecretText,
    }),
  }),
  'shop-keys.list': operatorOperation({
    summary: 'List the keys of shops, newest first',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      id: schema.Id,
      name: schema.Text,
      permissions: Type.Array(schema.Text),
      made_by: schema.TextOrNull,
      created_at: schema.Time,
      used_at: schema.TimeOrNull,
      revoked_at: schema.TimeOrNull,
    }),
  }),
  'shop-keys.webhooks': operatorOperation({
    summary: 'List the webhooks that shops registered, with their newest deliveries',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      id: schema.Id,
      url: schema.Text,
      is_enabled: Type.Boolean(),
      created_at: schema.Time,
      waiting: Type.Integer(),
      failed: Type.Integer(),
      last_sent_at: schema.TimeOrNull,
      last_type: schema.TextOrNull,
      last_answer: schema.TextOrNull,
    }),
  }),
  'shop-keys.test': operatorOperation({
    summary:
      'Test the connection of shops: the address, the keys, and each webhook with a test event',
    permission: 'configure',
    about: { type: 'project', input: 'project' },
    input: { project: theProject },
    output: schema.row({
      project_id: schema.Id,
      findings: schema.rows({
        kind: schema.oneOf(SHOP_FINDING_KINDS),
        severity: schema.oneOf(['ok', 'careful', 'bad']),
        about: schema.TextOrNull,
        detail: schema.TextOrNull,
      }),
    }),
  }),
  'shop-keys.revoke': operatorOperation({
    summary: 'Revoke the key of a shop. It stops working at once',
    permission: 'secrets',
    about: { type: 'api_key', input: 'key_id' },
    input: { project: theProject, key_id: required(uuid()) },
    output: schema.row({ id: schema.Id }),
  }),
} as const;
