// The only error class of this package: a message for people and a kind, so that the program can add instructions for
// its users.

const OUTPUT_CHARACTERS_MAX = 600;

/**
 * `folder`: the folder cannot be created or written. `disk`: the disk is full. `explained`: the message has the
 * instructions. `unable`: the server cannot run on this machine. `early`: the log ends before the requested time.
 * `major`: an older major version wrote the data.
 */
export type FailureKind = 'folder' | 'disk' | 'explained' | 'unable' | 'early' | 'major';

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly kind: FailureKind;
  constructor(message: string, kind: FailureKind, cause: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** `what` is a full sentence without the final period. */
export function embeddedFailure(
  what: string,
  cause?: unknown,
  kind: FailureKind = 'unable',
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${what}.`, kind, cause);
}

/** The `code` of a failed system call (ENOENT, EACCES, ...) or of a PostgreSQL error, or null. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Converts the output of a failed program to a message for people. */
export function explainOutput(what: string, output: string, error?: unknown): Error {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return embeddedFailure(`${what}: the disk is full`, error, 'disk');
  if (codeOf(error) === 'ENOENT' || /version `GLIBC_|not found \(required by/.test(output)) {
    return embeddedFailure(`${what}: its programs need glibc, or a newer one than this system has`);
  }
  if (/recovery ended before configured recovery target/.test(output))
    return embeddedFailure('The log of the database ends before that moment', error, 'early');
  const facts = output.trim() || (error instanceof Error ? error.message : 'no output');
  return embeddedFailure(`${what}: ${facts.slice(-OUTPUT_CHARACTERS_MAX)}`, error);
}
