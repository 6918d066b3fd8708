// How alarms are told somewhere: what has to be known of a place, and how a message is handed over there. A kind is one
// file here and its line in kinds.ts.
import type { App } from '../../app.ts';
import type { ErrorDetail } from '../../core/errors.ts';
import type { GuardedPost, PostResult } from '../../events/guarded-post.ts';
import type { Mailer } from '../../mails/mailer.ts';
import type { Content } from '../decide.ts';
import type { Rendered } from '../render.ts';

/** As somebody gave it; what a kind does not know is left alone. */
export interface Given {
  readonly to?: string | undefined;
  readonly secret?: string | undefined;
  readonly api_url?: string | undefined;
}

/** Sealed where it is stored. */
export type Settings = Readonly<Record<string, string>>;

export interface Place {
  /** What may be shown of it. */
  readonly recipient: string;
  readonly settings: Settings;
  /** A secret that was made for it, to be shown once. */
  readonly madeSecret?: string;
}

export interface Message extends Rendered {
  /** The same in every attempt. */
  readonly id: string;
  /** Null: a test. */
  readonly content: Content | null;
  readonly publicUrl: string | null;
}

/** The ways out of this machine. */
export interface Transports {
  post(post: GuardedPost): Promise<PostResult>;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
}

export interface Result {
  readonly isTaken: boolean;
  /** What came back, without secrets. */
  readonly said: string;
}

export interface DestinationKind {
  /** Null, with problems, when something is missing or wrong. */
  read(app: Pick<App, 'config' | 'random'>, given: Given, problems: ErrorDetail[]): Place | null;
  /** Never throws for what the other side does. */
  send(message: Message, settings: Settings, doors: Transports): Promise<Result>;
}
