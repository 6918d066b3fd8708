// What somebody has open ends: when how he comes in has changed, when he says so, and when he is kept out. Who has got
// hold of something of his is out, with the tokens that he made by it.
import type { App } from '../app.ts';
import { revokeTokensOf } from './personal-tokens.ts';
import { endSessionsOf } from './sessions.ts';

/** All sessions but the one that is named, and all tokens. */
export async function endAllOf(app: App, userId: string, but: string | null): Promise<void> {
  await endSessionsOf(app, userId, but);
  await revokeTokensOf(app.db, userId);
}
