// The logger of this package: pino, or any object with these four functions.

type LogLine = (facts: Readonly<Record<string, unknown>>, text: string) => void;

export interface Log {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}
