// A failed call in one line for the log and for the people of the shop. It does not contain the key or its signature.
import { ChaintillError } from '@chaintill/client';

export function explain(error: unknown): string {
  if (!(error instanceof ChaintillError)) return String(error);
  const details = error.details.map(({ target, message }) => `${target}: ${message}`);
  const request = error.requestId === null ? [] : [`request ${error.requestId}`];
  return [`${error.code}: ${error.message}`, ...details, ...request].join('; ');
}
