// A suite: measures, prints its progress, and returns its section of RESULTS.md.

export interface SuiteOptions {
  /** Smaller numbers, one run: to check that it works, not for figures. */
  readonly isQuick: boolean;
  readonly runs: number;
  /** A folder that `npm run fill` created, for the suites that need a full database; otherwise they create one. */
  readonly full?: string;
  say(line: string): void;
}

/** The goal of a suite, and whether it was reached. */
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
