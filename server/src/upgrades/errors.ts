// Why an upgrade is refused, as a sentence for the operator.

export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}
