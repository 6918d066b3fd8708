// What a suite is: measures, prints as it goes, and answers its section of RESULTS.md.

export interface SuiteOptions {
  /** Smaller numbers, one run: to see that it works, not to be believed. */
  readonly isQuick: boolean;
  readonly runs: number;
  say(line: string): void;
}

export interface Suite {
  readonly name: string;
  readonly title: string;
  /** The section's text in Markdown, without its heading. */
  run(options: SuiteOptions): Promise<string>;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
