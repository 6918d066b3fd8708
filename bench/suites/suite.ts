// What a suite is: measures, prints as it goes, and answers its section of RESULTS.md.

export interface SuiteOptions {
  /** Smaller numbers, one run: to see that it works, not to be believed. */
  readonly isQuick: boolean;
  readonly runs: number;
  /** A folder that `npm run fill` made, for the suites that need a full database; else they make one. */
  readonly full?: string;
  say(line: string): void;
}

/** What a suite was to reach, and whether it did. */
export interface Goal {
  readonly text: string;
  readonly isReached: boolean;
  /** The figure it was judged by. */
  readonly figure: string;
}

export interface SuiteReport {
  /** The section's text in Markdown, without its heading. */
  readonly section: string;
  readonly goals: readonly Goal[];
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  run(options: SuiteOptions): Promise<SuiteReport>;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
