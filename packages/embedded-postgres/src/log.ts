// Where this package tells what it does: pino's logger fits, and so does any object with these four functions.

type LogLine = (facts: Readonly<Record<string, unknown>>, text: string) => void;

export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
