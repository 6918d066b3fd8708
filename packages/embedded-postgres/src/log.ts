// Where this package tells what it does: pino's logger fits, and so does any object with these four functions.

type Tell = (facts: Readonly<Record<string, unknown>>, text: string) => void;

export interface Log {
  readonly debug: Tell;
  readonly info: Tell;
  readonly warn: Tell;
  readonly error: Tell;
}
