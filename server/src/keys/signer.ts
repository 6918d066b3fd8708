// The Signer port. Private keys never leave the signer: the service sends a plan with the sealed intents, and
// receives signed bytes or a refusal.
import type { SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import type { SignerAwayCode } from '../contract/refusals.ts';
import type { SignerRefusal } from '../contract/signer-refusals.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { Budget } from './fee-limits.ts';
import type { SealedIntent } from './intent.ts';
import { signerRefusalText } from './refusal-text.ts';

export interface SigningRequest {
  readonly plan: TransferPlan;
  readonly intents: readonly SealedIntent[];
  /** For each of our addresses in the plan: the index in its coin's account. */
  readonly indexes: ReadonlyMap<string, number>;
}

export interface Signer {
  /** Called before planning. Null for a withdrawal that would not be refused. */
  examine(intents: readonly SealedIntent[]): Promise<readonly (SignerRefusal | null)[]>;
  /** Always returns the same bytes for the same plan. Throws SignerRefused. */
  sign(request: SigningRequest): Promise<SignedTransfer>;
  /** Throws SignerAway, also for a separate signer of an older version. */
  budgets?(): Promise<readonly Budget[]>;
}

export class SignerRefused extends Error {
  override readonly name = 'SignerRefused';
  readonly refusal: SignerRefusal;

  constructor(refusal: SignerRefusal) {
    super(signerRefusalText(refusal));
    this.refusal = refusal;
  }
}

/** No signer is configured, or the signer does not answer. Pending payouts stay queued. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway';
  readonly code: SignerAwayCode;
  /** The socket's path, or the error message of the signer or the system. */
  readonly about: string | null;

  constructor(code: SignerAwayCode, about: string | null = null) {
    super(awayText({ code, about }));
    this.code = code;
    this.about = about;
  }
}

export function awayText({ code, about }: Pick<SignerAway, 'code' | 'about'>): string {
  const text = textsOf('reasons', 'en').signer[code];
  return typeof text === 'string' ? text : text({ about: about ?? '' });
}

/** For a service without a seed and without a signer, which only receives payments. */
export const absentSigner: Signer = {
  examine: () => Promise.reject(new SignerAway('not_configured')),
  sign: () => Promise.reject(new SignerAway('not_configured')),
};
