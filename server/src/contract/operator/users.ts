// People: who may sign in, and their roles in the instance and in projects.
import { Type } from 'typebox';
import { email } from '../email.ts';
import { boolean, list, oneOf, required, text, uuid } from '../fields.ts';
import { Id, oneOf as literals, nullable, Text, Time } from '../objects/schema-words.ts';
import {
  type InstallationRole,
  installationRoles,
  type ProjectRole,
  projectRoles,
} from '../roles.ts';
import { theProject } from './fields.ts';
import { operatorOperation } from './operation.ts';
import { row, rows, SecretText, TextOrNull, TimeOrNull } from './schema-words.ts';

const NAME_LENGTH_MAX = 100;
const ROLES_MAX = 10;
const inInstallation = Object.keys(installationRoles) as InstallationRole[];
const inProject = Object.keys(projectRoles) as ProjectRole[];

const user_id = required(uuid('of the user'));
const name = required(text(NAME_LENGTH_MAX, 'what he is called, in the journal too'));
const roles = { ...list(oneOf(inProject), { max: ROLES_MAX }) };

const User = {
  id: Id,
  name: Text,
  email: TextOrNull,
  role: TextOrNull,
  created_at: Time,
  disabled_at: TimeOrNull,
};
const FIRST_SIGN_IN = {
  first_signed_in_at: TimeOrNull,
  /** Of the newest mail with a link; `failed`: retries are exhausted. */
  invitation_mail: nullable(literals(['pending', 'sent', 'failed'])),
};
const Invitation = row({
  user_id: Id,
  name: Text,
  link: nullable(SecretText),
  expires_at: Time,
  mailed: Type.Boolean({
    description: 'the link is on its way by mail; it is then shown on the command line alone',
  }),
});

export const usersOperations = {
  'users.list': operatorOperation({
    summary: 'List the people who may come in',
    permission: 'read',
    input: {},
    output: rows({ ...User, ...FIRST_SIGN_IN }),
  }),
  'users.invite': operatorOperation({
    summary: 'Let somebody into the installation: a link that signs in once, valid for three days',
    permission: 'team',
    about: { type: 'user', output: 'user_id' },
    input: {
      name: text(
        NAME_LENGTH_MAX,
        'what he is called, in the journal too; left out: the first owner',
      ),
      email: email('where he gets mail'),
      role: oneOf(
        inInstallation,
        'owner, operator or auditor; left out, he has roles in projects alone',
      ),
      owner: boolean('an owner: without a name another link for the first one'),
    },
    output: Invitation,
  }),
  'users.link': operatorOperation({
    summary: 'Make another link for somebody: he has lost his passkey, or the last link is over',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: Invitation,
  }),
  'users.set-role': operatorOperation({
    summary: 'Give somebody another role in the installation, or none',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id, role: oneOf(inInstallation, 'left out: none') },
    output: row(User),
  }),
  'users.disable': operatorOperation({
    summary: 'Keep somebody out: his sessions and tokens end now',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: row(User),
  }),
  'users.enable': operatorOperation({
    summary: 'Let somebody in again',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { user_id },
    output: row(User),
  }),
  'members.list': operatorOperation({
    summary: 'List who has a role in a project',
    permission: 'read',
    input: { project: theProject },
    output: rows({
      user_id: Id,
      name: Text,
      email: TextOrNull,
      roles: Type.Array(Text),
      since: Time,
      disabled_at: TimeOrNull,
      ...FIRST_SIGN_IN,
    }),
  }),
  'members.invite': operatorOperation({
    summary: 'Let somebody into a project: a link that signs in once, valid for three days',
    permission: 'team',
    about: { type: 'user', output: 'user_id' },
    input: {
      project: theProject,
      name,
      email: email('where he gets mail'),
      roles: required(roles),
    },
    output: Invitation,
  }),
  'members.link': operatorOperation({
    summary: 'Make another link for somebody who was let into this project alone and never came in',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { project: theProject, user_id },
    output: Invitation,
  }),
  'members.add': operatorOperation({
    summary: 'Give somebody who may come in already roles in one more project',
    permission: 'team',
    about: { type: 'user', input: 'user_id' },
    input: { project: theProject, user_id, roles: required(roles) },
    output: row({ user_id: Id, roles: Type.Array(Text) }),
  }),
  'members.set': operatorOperation({
    summary: 'Say what somebody may do in a project; no roles: he is out of it',
    permission: 'team',
    about: { type: 'member', input: 'user_id' },
    input: { project: theProject, user_id, roles },
    output: row({ user_id: Id, roles: Type.Array(Text) }),
  }),
} as const;
