// Projects: the merchants, each with their own API keys, accounts and callbacks.
import { Type } from 'typebox';
import { type Field, list, oneOf, refuse, required, text } from '../../contract/fields.ts';
import {
  described,
  operatorOperation,
  paging,
  theProject,
} from '../../contract/operator/operation.ts';
import * as schema from '../../contract/schema.ts';
import { rule } from '../../core/errors.ts';
import { isIpRange } from '../../core/ip-ranges.ts';
import { logoField, Settings, settingFields, Unset } from '../project-settings/contract.ts';

const NAME_LENGTH_MAX = 255;
const SETTINGS_LENGTH_MAX = 100_000;

/** As they were set; docs/operations.md lists them. */
const SettingsAsSet = Type.Record(Type.String(), Type.Unknown());

const Project = { id: schema.Id, name: schema.Text, created_at: schema.Time };

const LIST_MAX = 100;

const range: Field<string, false> = {
  ...text(NAME_LENGTH_MAX),
  read: (value, target, problems) =>
    typeof value === 'string' && isIpRange(value)
      ? value
      : refuse(problems, rule.oneOf(target, ['an address', 'a range such as 10.0.0.0/8'])),
};

export const projectsOperations = {
  'projects.create': operatorOperation({
    summary: 'Create a project with an account in every currency',
    permission: 'configure',
    about: { type: 'project', output: 'id' },
    input: { name: required(text(NAME_LENGTH_MAX, 'name')) },
    output: schema.row({ id: schema.Id, name: schema.Text }),
  }),
  'projects.list': operatorOperation({
    summary: 'List the projects, newest first',
    permission: 'read',
    input: { ...paging },
    output: schema.page(Project),
  }),
  'projects.show': operatorOperation({
    summary: 'Show a project with its settings and the defaults that apply',
    permission: 'read',
    input: { project: theProject },
    output: schema.row({ ...Project, ...Settings, unless_set: schema.row(Unset) }),
  }),
  'projects.update': operatorOperation({
    summary: 'Change some settings of a project. The others stay the same',
    permission: 'rules',
    about: { type: 'project_settings', input: 'project' },
    input: { project: theProject, ...settingFields, logo: logoField },
    output: schema.row({ ...Project, ...Settings }),
  }),
  'projects.settings': operatorOperation({
    summary: 'Show the settings of a project as stored',
    permission: 'read',
    input: { project: theProject },
    output: SettingsAsSet,
  }),
  'projects.set-settings': operatorOperation({
    summary:
      'Replace all settings of a project: fees, automatic handling, customer ID checks and others',
    permission: 'configure',
    about: { type: 'project_settings', input: 'project' },
    input: {
      project: theProject,
      settings: required(text(SETTINGS_LENGTH_MAX, 'all settings as a JSON object')),
    },
    output: SettingsAsSet,
  }),
  'keys.create': operatorOperation({
    summary: 'Create an API key. The secret is shown once',
    permission: 'secrets',
    about: { type: 'api_key', output: 'api_key' },
    input: {
      project: theProject,
      name: text(NAME_LENGTH_MAX, 'purpose of the key (default: unnamed)'),
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
    output: schema.row({ api_key: schema.Text, api_secret: schema.SecretText }),
  }),
  'keys.list': operatorOperation({
    summary: 'List the keys of a project',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      key: schema.Text,
      name: schema.Text,
      api_version: Type.Integer(),
      permissions: Type.Array(schema.Text),
      ip_allow_list: Type.Array(schema.Text),
      made_by: schema.TextOrNull,
      /** Created by the machine's user on the command line. */
      made_by_system_user: Type.Boolean(),
      created_at: schema.Time,
      used_at: schema.TimeOrNull,
      revoked_at: schema.TimeOrNull,
    }),
  }),
  'keys.revoke': operatorOperation({
    summary: 'Revoke a key. It stops working within seconds',
    permission: 'secrets',
    about: { type: 'api_key', input: 'key' },
    input: { project: theProject, key: required(text(NAME_LENGTH_MAX, 'public part of the key')) },
    output: schema.row({ project_id: schema.Id, key: schema.Text }),
  }),
} as const;
