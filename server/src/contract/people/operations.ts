// All operations that people perform for themselves, by area.
import { listOperations } from './lists.ts';
import { noticeOperations } from './notices.ts';
import { passkeyOperations, stepUpOperations } from './passkeys.ts';
import { passwordOperations } from './passwords.ts';
import { sessionOperations, ssoOperations } from './sessions.ts';
import { tokenOperations } from './tokens.ts';

export const peopleOperations = {
  ...sessionOperations,
  ...listOperations,
  ...noticeOperations,
  ...passkeyOperations,
  ...passwordOperations,
  ...ssoOperations,
  ...stepUpOperations,
  ...tokenOperations,
} as const;

export type PeopleOperations = typeof peopleOperations;
export type PeopleName = keyof PeopleOperations;
