// A pending message about alerts, and its retries.

import { MINUTE, SECOND } from '../core/clock.ts';
import type {
  DestinationKindName,
  MessageLanguage,
} from '../operator/alert-destinations/contract.ts';
import type { Content } from './decide.ts';

export const ALERT_DELIVERY_WORKER = 'alert-delivery';
const RETRY_FIRST = 10 * SECOND;
export const RETRY_LONGEST = 15 * MINUTE;
const DOUBLED_MAX = 10;

/** Ten seconds after a destination's first failure, then doubling up to 15 minutes. */
export function retryAfter(failures: number): number {
  return Math.min(RETRY_FIRST * 2 ** Math.min(failures - 1, DOUBLED_MAX), RETRY_LONGEST);
}

export interface DueMessage {
  readonly id: string;
  readonly destination_id: string;
  readonly content: Content;
  readonly attempts: number;
  readonly kind: DestinationKindName;
  readonly settings_sealed: string;
  readonly language: MessageLanguage;
  readonly repeat_minutes: number;
}
