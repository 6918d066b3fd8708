// Ends all sessions and tokens of a person. This locks out an attacker with a stolen credential, including tokens
// created with it.
import type { App } from '../app.ts';
import { revokeTokensOf } from './personal-tokens.ts';
import { endSessionsOf } from './sessions.ts';

/** `but`: a session to keep. */
export async function endAllOf(app: App, userId: string, but: string | null): Promise<void> {
  await endSessionsOf(app, userId, but);
  await revokeTokensOf(app.db, userId);
}
