// One JSON line per event, with ids and amounts. Callers must not pass secrets; `redactedPaths` is a second
// safeguard.
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

function standardOutput(): DestinationStream {
  opened ??= openOutput();
  return opened;
}

const PIECE_LENGTH = 65_536;
const HELD_MILLISECONDS = SECOND / 10;

/**
 * Lines are written at the latest after a tenth of a second and at process exit: one system call per line would be
 * the most expensive part of a request. A SIGKILL loses buffered lines. pino's own buffer is not used because pino
 * measures the whole buffer again for each line.
 */
function openOutput(): DestinationStream {
  let held = '';
  // Registered before pino's stream, which closes on the same events.
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
