// How many requests a terminal may make. Terminals of one shop share an address with each other and with customers in
// its network, so a session, or a customer's display, that this process has found before has a budget of its own.
import { hashOf } from '../people/tokens.ts';
import type { PageLimit } from './page-answers.ts';

const KNOWN_MAX = 20_000;

export interface TerminalBudgets {
  /** `credential`: the token of a session, or the code of a display. Errors: 429 `rate_limit_exceeded`. */
  take(client: string, credential: string | null): void;
  /** Whether a session was found for it. */
  note(credential: string, isFound: boolean): void;
}

export function terminalBudgets({
  limit,
  sessions,
}: {
  /** By client. Invented credentials bring nothing. */
  readonly limit: PageLimit;
  readonly sessions: PageLimit;
}): TerminalBudgets {
  const known = new Set<string>();
  const keyOf = (credential: string) => hashOf(credential).toString('base64url');
  return {
    take(client, credential) {
      const key = credential === null ? null : keyOf(credential);
      if (key !== null && known.has(key)) sessions.take(key);
      else limit.take(client);
    },
    note(credential, isFound) {
      const key = keyOf(credential);
      if (!isFound) known.delete(key);
      else if (known.size < KNOWN_MAX || known.has(key)) known.add(key);
      else known.clear();
    },
  };
}
