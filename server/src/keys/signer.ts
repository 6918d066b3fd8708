// The Signer port: who holds the private keys. It is given a plan with the sealed intents that it pays and answers
// signed bytes, or refuses; keys never leave it.

import type { SignedTransfer, TransferPlan } from '../chains/transfers.ts';
import type { SignerAwayCode } from '../contract/signer-away.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { SealedIntent } from './intent.ts';
import type { Budget } from './signer-budgets.ts';

export interface SigningRequest {
  readonly plan: TransferPlan;
  /** Of every withdrawal that the plan pays. */
  readonly intents: readonly SealedIntent[];
  /** The index of each address of ours in the plan, spent from or paid, in its coin's account. */
  readonly indexes: ReadonlyMap<string, number>;
}

export interface Signer {
  /** Before anything is planned: why each of these withdrawals would be refused; null where it would not. */
  examine(intents: readonly SealedIntent[]): Promise<readonly (string | null)[]>;
  /** The signed bytes; the same for the same plan, however often it is asked. Throws SignerRefused. */
  sign(request: SigningRequest): Promise<SignedTransfer>;
  /** What is left of its limits of a day. Throws SignerAway, as does a separate one of an older version. */
  budgets?(): Promise<readonly Budget[]>;
}

/** The transfer is not what a merchant asked for, or above a limit. The message says why, for the operator. */
export class SignerRefused extends Error {
  override readonly name = 'SignerRefused';
}

/** No signer: none is configured, or it does not answer. What waits to be sent goes on waiting. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway';
  readonly code: SignerAwayCode;
  /** The path of its socket, or the error that it or the system returned. */
  readonly about: string | null;

  constructor(code: SignerAwayCode, about: string | null = null) {
    const text = textsOf('reasons', 'en').signer[code];
    super(typeof text === 'string' ? text : text({ about: about ?? '' }));
    this.code = code;
    this.about = about;
  }
}

/** Of a service without a seed and without a signer: it receives only. */
export const absentSigner: Signer = {
  examine: () => Promise.reject(new SignerAway('not_configured')),
  sign: () => Promise.reject(new SignerAway('not_configured')),
};
