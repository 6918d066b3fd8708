// Payments to channels as the operator lists them: the newest page.

import { pageOfPayments } from '../../src/channels/held.ts';
import type { ChannelPaymentRow } from '../../src/channels/store-channels.ts';
import type { Sql } from '../../src/db/database.ts';

const PAGE = 200;

export async function recentPayments(
  sql: Sql,
  { projectId, isHeldOnly }: { projectId: string | null; isHeldOnly: boolean },
): Promise<readonly ChannelPaymentRow[]> {
  const filter = { projectId, status: isHeldOnly ? ('on_hold' as const) : null };
  const any = { coin: null, channelId: null, customerId: null, txid: null };
  const page = { after: null, limit: PAGE, span: { from: null, to: null } };
  return (await pageOfPayments(sql, { ...filter, ...any, ...page })).rows;
}
