-- A cancellation by the service is stored as a code. `cancelled_for` keeps the words of a person only.
create temporary table cancel_texts (code text, said text) on commit drop;
insert into cancel_texts (code, said) values
  ('too_dear', 'the price of its first day is over, and a new one is more than its maker allows'),
  ('price_over', 'it could not be sent while its price was held'),
  ('asked_by_merchant', 'asked for by the merchant');

alter table coin_withdrawals add column cancel_code text;
update coin_withdrawals w set cancel_code = t.code, cancelled_for = null
from cancel_texts t where w.status = 'cancelled' and w.cancelled_for = t.said;
alter table coin_withdrawals
  add constraint coin_withdrawals_cancel_code check (cancel_code in ('too_dear', 'price_over', 'asked_by_merchant')),
  add constraint coin_withdrawals_cancelled_by check
    (cancel_code is null or (status = 'cancelled' and cancelled_for is null));

-- What an approver wrote stays as it is.
alter table policy_journal disable trigger user;
update policy_journal j set facts = j.facts - 'reason' || jsonb_build_object('cancel_code', t.code)
from cancel_texts t where j.step = 'refused' and j.approver_id is null and j.facts ->> 'reason' = t.said;
alter table policy_journal enable trigger user;

alter table deposit_decisions disable trigger user;
update deposit_decisions d set facts = d.facts - 'reason' || jsonb_build_object('cancel_code', t.code)
from cancel_texts t where d.decision = 'returned_to_inbox' and d.facts ->> 'reason' = t.said;
alter table deposit_decisions enable trigger user;
