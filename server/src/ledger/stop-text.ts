// Why the payouts of a project are paused, as English text for the CLI and the doctor.
import { invariantText } from './finding-text.ts';

interface Stop {
  readonly cause: string;
  readonly reason: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

export function stopText({ cause, reason, facts }: Stop): string {
  if (reason !== null) return reason;
  if (cause === 'broken_books')
    return `the books do not add up: ${invariantText(String(facts['invariant']))}`;
  if (cause === 'reversed_deposit')
    return `the chain of ${facts['coin']} took back ${facts['txid']}, which was credited`;
  return cause.replaceAll('_', ' ');
}
