// The kinds of alert destinations, one file of this folder each.
import type { DestinationKindName } from '../../operator/alert-destinations/contract.ts';
import type { DestinationKind } from './kind.ts';
import { mailKind } from './mail.ts';
import { slackKind } from './slack.ts';
import { telegramKind } from './telegram.ts';
import { webhookKind } from './webhook.ts';

export const destinationKinds: Readonly<Record<DestinationKindName, DestinationKind>> = {
  mail: mailKind,
  webhook: webhookKind,
  slack: slackKind,
  telegram: telegramKind,
};
