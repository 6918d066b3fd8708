// What is wrong with a backup or with the place for one: a sentence for the operator.

export class BackupError extends Error {
  override readonly name = 'BackupError';
}
