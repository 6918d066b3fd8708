// People: who may sign in, and their roles in the instance and in projects.
import { Type } from 'typebox';
import { email } from '../../contract/email.ts';
import { boolean, list, oneOf, required, text, uuid } from '../../contract/fields.ts';
import { described, operatorOperation, theProject } from '../../contract/operator/operation.ts';
import {
  type InstallationRole,
  installationRoles,
  type PersonPermission,
  type ProjectRole,
  permissions,
  projectRoles,
} from '../../contract/roles.ts';
import * as schema from '../../contract/schema.ts';

const NAME_LENGTH_MAX = 100;
const ROLES_MAX = 10;
const inInstallation = Object.keys(installationRoles) as InstallationRole[];
const inProject = Object.keys(projectRoles) as ProjectRole[];

const inPermissions = Object.keys(permissions) as PersonPermission[];

const user_id = required(uuid('ID of the user'));
const name = required(text(NAME_LENGTH_MAX, 'name, also used in the audit log'));
const roles = described(
  list(oneOf(inProject), { max: ROLES_MAX }),
  `comma-separated: ${inProject.join(', ')}`,
);

const User = {
  id: schema.Id,
  name: schema.Text,
  email: schema.TextOrNull,
  role: schema.TextOrNull,
  created_at: schema.Time,
  disabled_at: schema.TimeOrNull,
};
const FIRST_SIGN_IN = {
  first_signed_in_at: schema.TimeOrNull,
  /** The status of the newest mail with a link; `failed`: retries are exhausted. */
  invitation_mail: schema.nullable(schema.oneOf(['pending', 'sent', 'failed'])),
};
const Invitation = schema.row({
  user_id: schema.Id,
  name: schema.Text,
  link: schema.nullable(schema.SecretText),
  expires_at: schema.Time,
  mailed: Type.Boolean({
    description: 'true: the link was emailed and is otherwise shown only on the command line',
  }),
});

export const usersOperations = {
  'users.list': operatorOperation({
    summary: 'List the users',
    permission: 'read',
    output: schema.rows({ ...User, ...FIRST_SIGN_IN }),
  }),
  'users.invite': operatorOperation({
    summary: 'Invite a person to the instance with a link that works once, within three days',
    permission: 'team',
    about: { type: 'user', output: 'user_id' },
    input: {
      name: text(NAME_LENGTH_MAX, 'name, also used in the audit log; omit it for the first owner'),
      email: email('email address'),
      role: oneOf(inInstallation, 'owner, operator or auditor; omit it for roles in projects only'),
      owner: boolean('invite an owner; without a name, print a new link for the first owner'),
    },
    output: Invitation,
  }),
  'users.sign-in-link': operatorOperation({
    summary: 'Create another link for a person who lost their passkey or whose link expired',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: Invitation,
  }),
  'users.set-role': operatorOperation({
    summary: "Change or remove a person's role in the instance",
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id, role: oneOf(inInstallation, 'omit it to remove the role') },
    output: schema.row(User),
  }),
  'users.disable': operatorOperation({
    summary: 'Deactivate a user. Their sessions and tokens end immediately',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: schema.row(User),
  }),
  'users.enable': operatorOperation({
    summary: 'Reactivate a user',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: schema.row(User),
  }),
  'members.list': operatorOperation({
    summary: 'List the members of a project',
    permission: 'read',
    input: { project: theProject },
    output: schema.rows({
      user_id: schema.Id,
      name: schema.Text,
      email: schema.TextOrNull,
      roles: Type.Array(schema.Text),
      since: schema.Time,
      disabled_at: schema.TimeOrNull,
      ...FIRST_SIGN_IN,
    }),
  }),
  'members.with-permission': operatorOperation({
    summary: 'List the members of a project who have a permission',
    permission: 'read',
    input: {
      project: theProject,
      permission: required(oneOf(inPermissions, 'the permission')),
    },
    output: schema.rows({ user_id: schema.Id, name: schema.Text }),
  }),
  'members.invite': operatorOperation({
    summary: 'Invite a person to a project with a link that works once, within three days',
    permission: 'team',
    about: { type: 'user', output: 'user_id' },
    input: {
      project: theProject,
      name,
      email: email('email address'),
      roles: required(roles),
    },
    output: Invitation,
  }),
  'members.sign-in-link': operatorOperation({
    summary:
      'Create another link for a person who was invited only to this project and has not signed in yet',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { project: theProject, user_id },
    output: Invitation,
  }),
  'members.add': operatorOperation({
    summary: 'Give an existing user roles in another project',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { project: theProject, user_id, roles: required(roles) },
    output: schema.row({ user_id: schema.Id, roles: Type.Array(schema.Text) }),
  }),
  'members.set': operatorOperation({
    summary: 'Set the roles of a member. No roles: remove the member',
    permission: 'team',
    about: { type: 'member', input: 'user_id' },
    input: { project: theProject, user_id, roles },
    output: schema.row({ user_id: schema.Id, roles: Type.Array(schema.Text) }),
  }),
} as const;
