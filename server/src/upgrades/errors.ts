// Why an upgrade is not done: a sentence for the operator.

export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}
