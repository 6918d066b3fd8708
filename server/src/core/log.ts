// Logging: one JSON line per fact, with ids and amounts, never with secrets. `redactedPaths` is the
// second net under the rule that secrets are not passed to the logger in the first place.
import { type DestinationStream, type Logger, pino } from 'pino';
import { SECOND } from './clock.ts';

export type Log = Logger;

const redactedPaths = [
  'authorization',
  '*.authorization',
  'headers.authorization',
  'secret',
  '*.secret',
  'api_secret',
  '*.api_secret',
  'password',
  '*.password',
  'mnemonic',
  '*.mnemonic',
];

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths, censor: '[redacted]' },
  };
  return pino(options, destination ?? standardOutput());
}

const LINES_BYTES_MIN = 12_288;

/**
 * Lines are written together, at the latest after a tenth of a second and when the process exits: one system
 * call for each line would be the dearest part of a request. A SIGKILL loses what is not written yet.
 */
function standardOutput(): DestinationStream {
  return pino.destination({
    dest: 1,
    sync: false,
    minLength: LINES_BYTES_MIN,
    periodicFlush: SECOND / 10,
  });
}
