// Maps every operation on one's own account to its function.
import type { PeopleOperations } from '../contract/people/operations.ts';
import { noticeHandlers } from './notices.ts';
import { passkeyHandlers } from './passkeys.ts';
import { passwordHandlers } from './passwords.ts';
import { sessionHandlers } from './sessions.ts';
import { ssoHandlers } from './sso.ts';
import { stepUpHandlers } from './step-up.ts';
import { tokenHandlers } from './tokens.ts';
import type { PeopleHandlersOf } from './visitor.ts';

export const peopleHandlers: PeopleHandlersOf<PeopleOperations> = {
  ...sessionHandlers,
  ...noticeHandlers,
  ...passkeyHandlers,
  ...passwordHandlers,
  ...ssoHandlers,
  ...stepUpHandlers,
  ...tokenHandlers,
};
