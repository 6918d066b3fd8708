// Unmatched money that a project is shown and that is nobody's still (inbox/watch-inbox.ts): nothing was decided about
// it, it is in no books, and it came to no place that this project was given. What another cell told of is of the
// project that it told it of.
import { NO_TAG } from '../addresses/derive.ts';

/** SQL: the deposit of this name is such money. On networks that share their keys an address is one place. */
export const isNobodys = (deposit: string): string =>
  `${deposit}.is_unmatched and ${deposit}.owner_id is null and ${deposit}.booked_at is null and ${deposit}.cell is null
   and not exists (select 1 from deposit_decisions j where j.deposit_id = ${deposit}.id)
   and not exists (select 1 from addresses a where a.coin in (select coin from wallets)
     and a.address = ${deposit}.address and a.tag = coalesce(${deposit}.tag, ${NO_TAG})
     and a.project_id = ${deposit}.project_id)`;
