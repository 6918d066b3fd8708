// A problem with a backup or its place, as a message for the operator.

export class BackupError extends Error {
  override readonly name = 'BackupError';
}
