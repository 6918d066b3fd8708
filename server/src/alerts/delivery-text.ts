// The result of a delivery as English text.
import { textsOf } from '../core/texts/texts.ts';
import type { DeliveryReply } from './kinds/kinds.ts';

export function deliveryText(reply: DeliveryReply): string {
  return 'code' in reply ? textsOf('reasons', 'en').delivery[reply.code] : reply.message;
}
