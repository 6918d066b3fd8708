// Audit findings as English text, for the CLI, the log and the doctor.
import { textsOf } from '../core/texts/texts.ts';

interface LedgerFinding {
  readonly invariant: string;
  readonly facts: object;
}

export function findingText({ invariant, facts }: LedgerFinding): string {
  return `${invariantText(invariant)}: ${JSON.stringify(facts)}`;
}

/** A code from a newer version has no text here. */
export function invariantText(code: string): string {
  const texts: Readonly<Record<string, string>> = textsOf('invariants', 'en');
  return texts[code] ?? code.replaceAll('_', ' ');
}
