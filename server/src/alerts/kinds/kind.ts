// The interface of a destination kind: its settings, and how it sends a message. A kind is one file here plus its line
// in kinds.ts.
import type { App } from '../../app.ts';
import type { ErrorDetail } from '../../core/errors.ts';
import type { GuardedPost, PostResult } from '../../events/guarded-post.ts';
import type { Mailer } from '../../mails/mailer.ts';
import type { Content } from '../decide.ts';
import type { Rendered } from '../render.ts';

/** As entered. Fields that a kind does not use are ignored. */
export interface DestinationInput {
  readonly to?: string | undefined;
  readonly secret?: string | undefined;
  readonly api_url?: string | undefined;
}

/** Stored encrypted. */
export type Settings = Readonly<Record<string, string>>;

export interface Place {
  /** The part that may be shown. */
  readonly recipient: string;
  readonly settings: Settings;
  /** A secret generated for the destination, shown once. */
  readonly madeSecret?: string;
}

export interface Message extends Rendered {
  /** The same in every attempt. */
  readonly id: string;
  /** Null: a test message. */
  readonly content: Content | null;
  readonly publicUrl: string | null;
}

/** Outbound transports. */
export interface Transports {
  post(post: GuardedPost): Promise<PostResult>;
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
}

export interface Result {
  readonly isTaken: boolean;
  /** The response, without secrets. */
  readonly said: string;
}

export interface DestinationKind {
  /** Null, with problems, when a setting is missing or invalid. */
  read(
    app: Pick<App, 'config' | 'random'>,
    input: DestinationInput,
    problems: ErrorDetail[],
  ): Place | null;
  /** Never throws for errors of the remote side. */
  send(message: Message, settings: Settings, transports: Transports): Promise<Result>;
}
