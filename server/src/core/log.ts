// Logging: one JSON line per fact, with ids and amounts, never with secrets. `redactedPaths` is the
// second net under the rule that secrets are not passed to the logger in the first place.
import { type DestinationStream, type Logger, pino } from 'pino';
import { SECOND } from './clock.ts';
import { terminalText } from './terminal-text.ts';

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
  return pino(options, safeForTerminals(destination ?? standardOutput()));
}

function safeForTerminals(destination: DestinationStream): DestinationStream {
  return { write: (line) => destination.write(terminalText(line)) };
}

let opened: DestinationStream | null = null;

/** One for the process, however many logs it has. */
function standardOutput(): DestinationStream {
  opened ??= openOutput();
  return opened;
}

/** Lines are written in such pieces, or when so much time has passed. */
const PIECE_LENGTH = 65_536;
const HELD_MILLISECONDS = SECOND / 10;

/**
 * Lines are written together, at the latest after a tenth of a second and when the process exits: one system
 * call for each line would be the dearest part of a request. A SIGKILL loses what is not written yet. They are held
 * here because pino's stream measures all that it holds again at each line.
 */
function openOutput(): DestinationStream {
  let held = '';
  // Before pino's stream closes itself on the same occasions.
  for (const end of ['beforeExit', 'exit']) process.once(end, () => flush());
  const stream = pino.destination({ dest: 1, sync: false, maxWrite: 2 * PIECE_LENGTH });
  const flush = () => {
    if (held !== '') stream.write(held);
    held = '';
  };
  setInterval(flush, HELD_MILLISECONDS).unref();
  return {
    write(line) {
      held += line;
      if (held.length >= PIECE_LENGTH) flush();
    },
  };
}
