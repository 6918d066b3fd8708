// Queries of the account screen. All of them are cleared when another person signs in.
import { queryOptions } from '@tanstack/react-query';
import { people } from '../../shared/api.ts';
import type { PeopleApi } from '../../shared/api-types.ts';
import { listOptions, wholeList } from '../../shared/queries.ts';

export type Session = PeopleApi['me.sessions']['output'][number];
export type Passkey = PeopleApi['me.passkeys']['output'][number];
export type Notices = PeopleApi['me.notices']['output'];
export type Token = PeopleApi['me.tokens']['output'][number];

export const sessionList = listOptions(['own', 'sessions'], async () =>
  wholeList(await people('me.sessions', {})),
);

export const passkeyList = listOptions(['own', 'passkeys'], async () =>
  wholeList(await people('me.passkeys', {})),
);

export const tokenList = listOptions(['own', 'tokens'], async () =>
  wholeList(await people('me.tokens', {})),
);

export const noticesQuery = queryOptions({
  queryKey: ['own', 'notices'],
  queryFn: () => people('me.notices', {}),
});

/** The current person, and all account queries. */
export const ACCOUNT = [['me'], ['own']] as const;
