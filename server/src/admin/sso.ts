// Single sign-on: the redirect to the provider and the callback.
import type { ssoOperations } from '../contract/people/sso.ts';
import { goToProvider, returnFromProvider } from '../people/sso.ts';
import { signIn } from './sign-in.ts';
import type { PeopleHandlersOf } from './visitor.ts';

export const ssoHandlers: PeopleHandlersOf<typeof ssoOperations> = {
  async 'session.sso'(app) {
    const { challengeId, url } = await goToProvider(app);
    return { challenge_id: challengeId, url };
  },
  async 'session.sso-finish'(app, { challenge_id: challengeId, answer }, visitor) {
    const { userId, authenticatedAt } = await returnFromProvider(app, { challengeId, answer });
    await signIn(app, visitor, { userId, authMethod: 'oidc', authenticatedAt });
    return { done: true };
  },
};
