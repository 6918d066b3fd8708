// Text output of `chaintill users …` and `chaintill members …`.
import { type AdaptersOf, table } from '../../cli/adapter.ts';
import type { usersOperations } from './contract.ts';

interface Invitation {
  readonly name: string;
  readonly link: string | null;
  readonly expires_at: string;
  readonly mailed: boolean;
}

const invited = ({ name, link, expires_at, mailed }: Invitation) =>
  `Sign-in link for ${name} (works once, until ${expires_at}):\n  ${link}${mailed ? '\nAnother link was emailed. Opening that one confirms the email address.' : ''}`;

export const usersAdapters: AdaptersOf<typeof usersOperations> = {
  'users.list': { example: 'chaintill users list', show: table },
  'users.invite': {
    arguments: ['name'],
    example: 'chaintill users invite "Ada Klein" --email ada@shop.example --role operator',
    show: invited,
  },
  'users.sign-in-link': {
    arguments: ['user_id'],
    example: 'chaintill users sign-in-link 0199...',
    show: invited,
  },
  'users.set-role': {
    arguments: ['user_id'],
    example: 'chaintill users set-role 0199... --role auditor',
    show: ({ name, role }) =>
      `${name} has ${role === null ? 'roles in projects only' : `the role ${role}`}`,
  },
  'users.disable': {
    arguments: ['user_id'],
    example: 'chaintill users disable 0199...',
    show: ({ name }) => `${name} is deactivated`,
  },
  'users.enable': {
    arguments: ['user_id'],
    example: 'chaintill users enable 0199...',
    show: ({ name }) => `${name} is active again`,
  },
  'members.list': {
    arguments: ['project'],
    example: 'chaintill members list "Corner shop"',
    show: table,
  },
  'members.invite': {
    arguments: ['project', 'name'],
    example: 'chaintill members invite "Corner shop" "Ben Ito" --roles finance,approver',
    show: invited,
  },
  'members.sign-in-link': {
    arguments: ['project', 'user_id'],
    example: 'chaintill members sign-in-link "Corner shop" 0199...',
    show: invited,
  },
  'members.add': {
    arguments: ['project', 'user_id'],
    example: 'chaintill members add "Corner shop" 0199... --roles finance',
    show: ({ roles }) => `Roles: ${roles.join(', ')}`,
  },
  'members.set': {
    arguments: ['project', 'user_id'],
    example: 'chaintill members set "Corner shop" 0199... --roles viewer',
    show: ({ roles }) =>
      roles.length === 0 ? 'Removed from the project' : `Roles: ${roles.join(', ')}`,
  },
};
