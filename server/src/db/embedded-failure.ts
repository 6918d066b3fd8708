// The one error of the embedded PostgreSQL: a sentence that tells the merchant what happened and what to
// do, most often to bring a server of their own. The service prints it and ends.

const OUTPUT_CHARACTERS_MAX = 600;

export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const ADVICE = 'Set DATABASE_URL to a PostgreSQL server (15 or newer).';

/** `what` is a full sentence without the final stop; `advice` a sentence with it. */
export function embeddedFailure(
  what: string,
  cause?: unknown,
  advice = ADVICE,
): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`${what}. ${advice}`, { cause });
}

/** The `code` of a failed system call (ENOENT, EACCES, ...) or of a PostgreSQL error, else null. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

/** Turns what a failed program wrote into the sentence for the merchant. */
export function explainOutput(what: string, output: string, error?: unknown): Error {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    const advice = 'Free some space, or set CHAINTILL_DATA_DIR or DATABASE_URL to somewhere else.';
    return embeddedFailure(`${what}: the disk is full`, error, advice);
  }
  if (codeOf(error) === 'ENOENT' || /version `GLIBC_|not found \(required by/.test(output)) {
    return embeddedFailure(`${what}: its programs need glibc, or a newer one than this system has`);
  }
  const facts = output.trim() || (error instanceof Error ? error.message : 'no output');
  return embeddedFailure(`${what}: ${facts.slice(-OUTPUT_CHARACTERS_MAX)}`, error);
}
