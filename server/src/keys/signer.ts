// The Signer port: the holder of the private keys. It receives a plan with the sealed intents that it pays, and returns
// signed bytes or rejects it; keys never leave it.
import type { SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import type { SignerAwayCode } from '../contract/refusals.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { SealedIntent } from './intent.ts';
import { signerRefusalText } from './refusal-text.ts';
import type { Budget } from './signer-budgets.ts';

export interface SigningRequest {
  readonly plan: TransferPlan;
  /** For every withdrawal that the plan pays. */
  readonly intents: readonly SealedIntent[];
  /** The index, in its coin's account, of each of our addresses that the plan spends from or pays. */
  readonly indexes: ReadonlyMap<string, number>;
}

export interface Signer {
  /** Called before planning: why each of these withdrawals would be rejected; null when it would not be. */
  examine(intents: readonly SealedIntent[]): Promise<readonly (SignerRefusal | null)[]>;
  /** The signed bytes; the same for the same plan on every call. Throws SignerRefused. */
  sign(request: SigningRequest): Promise<SignedTransfer>;
  /** The remaining daily limits. Throws SignerAway, also for a separate signer of an older version. */
  budgets?(): Promise<readonly Budget[]>;
}

/** The transfer does not match a merchant's request, or exceeds a limit. */
export class SignerRefused extends Error {
  override readonly name = 'SignerRefused';
  readonly refusal: SignerRefusal;

  constructor(refusal: SignerRefusal) {
    super(signerRefusalText(refusal));
    this.refusal = refusal;
  }
}

/** No signer: none is configured, or it does not answer. Pending payouts keep waiting. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway';
  readonly code: SignerAwayCode;
  /** The path of its socket, or the error message of the signer or the system. */
  readonly about: string | null;

  constructor(code: SignerAwayCode, about: string | null = null) {
    super(awayText({ code, about }));
    this.code = code;
    this.about = about;
  }
}

/** English text. */
export function awayText({ code, about }: Pick<SignerAway, 'code' | 'about'>): string {
  const text = textsOf('reasons', 'en').signer[code];
  return typeof text === 'string' ? text : text({ about: about ?? '' });
}

/** For a service without a seed and without a signer: it only receives. */
export const absentSigner: Signer = {
  examine: () => Promise.reject(new SignerAway('not_configured')),
  sign: () => Promise.reject(new SignerAway('not_configured')),
};
