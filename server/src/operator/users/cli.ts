// Text output of `chaintill users …` and `chaintill members …`.
import type { AdaptersOf } from '../../cli/adapter.ts';
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
  'users.list': {},
  'users.invite': {
    arguments: ['name'],
    example: '"Ada Klein" --email ada@shop.example --role operator',
    show: invited,
  },
  'users.sign-in-link': { example: '0199...', show: invited },
  'users.set-role': {
    example: '0199... --role auditor',
    show: ({ name, role }) =>
      `${name} has ${role === null ? 'roles in projects only' : `the role ${role}`}`,
  },
  'users.disable': { example: '0199...', show: ({ name }) => `${name} is deactivated` },
  'users.enable': { example: '0199...', show: ({ name }) => `${name} is active again` },
  'members.list': { example: '"Corner shop"' },
  'members.with-permission': { called: { project: '--project <project>' }, example: 'payout' },
  'members.invite': {
    arguments: ['project', 'name'],
    example: '"Corner shop" "Ben Ito" --roles finance,approver',
    show: invited,
  },
  'members.sign-in-link': { example: '"Corner shop" 0199...', show: invited },
  'members.add': {
    arguments: ['project', 'user_id'],
    example: '"Corner shop" 0199... --roles finance',
    show: ({ roles }) => `Roles: ${roles.join(', ')}`,
  },
  'members.set': {
    example: '"Corner shop" 0199... --roles viewer',
    show: ({ roles }) =>
      roles.length === 0 ? 'Removed from the project' : `Roles: ${roles.join(', ')}`,
  },
};
