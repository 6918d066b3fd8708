-- Why a withdrawal waits for a person is stored as a code with its facts, and so is a decision by the project setting
-- `withdrawalMaxEur`. The built-in policy names its rules by codes: version 0 has one rule that holds and one that allows.
alter table coin_withdrawals add column hold jsonb;

update coin_withdrawals set hold = case
  when hold_reason ~ '^may have been paid by [0-9A-Za-z]+, which this database does not know$' then
    jsonb_build_object('code', 'maybe_paid', 'txid', rtrim(split_part(hold_reason, ' ', 6), ','))
  when hold_reason = 'above the limit per transaction'
    and coalesce(decision ->> 'rule', 'withdrawalMaxEur') = 'withdrawalMaxEur' then
    jsonb_build_object('code', 'above_setting')
  when starts_with(hold_reason, decision ->> 'rule' || ': looks like ') then
    jsonb_build_object('code', 'looks_like_known',
      'address', substr(hold_reason, length(decision ->> 'rule' || ': looks like ') + 1))
  else jsonb_build_object('code', 'rule', 'rule', hold_reason) end
where hold_reason is not null;

-- Decisions of earlier versions had the text of the reason, and some had the address in it alone.
create function pg_temp.decision_with_code(decision jsonb) returns jsonb language sql immutable as $$
  select decision - 'reason'
    || case when decision ->> 'rule' = 'withdrawalMaxEur' and decision ->> 'reason' = 'above the limit per transaction'
      then '{"code": "above_setting"}' else '{}'::jsonb end
    || case when not decision ? 'looksLike' and starts_with(decision ->> 'reason', decision ->> 'rule' || ': looks like ')
      then jsonb_build_object('looksLike',
        substr(decision ->> 'reason', length(decision ->> 'rule' || ': looks like ') + 1))
      else '{}'::jsonb end
$$;
update coin_withdrawals set decision = pg_temp.decision_with_code(decision) where decision ->> 'reason' is not null;

alter table coin_withdrawals drop column hold_reason,
  add constraint coin_withdrawals_hold check (case hold ->> 'code'
    when 'rule' then hold ? 'rule'
    when 'above_setting' then true
    when 'looks_like_known' then hold ? 'address'
    when 'maybe_paid' then hold ? 'txid'
    else hold is null end);

alter table policy_journal disable trigger user;
update policy_journal set facts = jsonb_set(facts, '{decision}', pg_temp.decision_with_code(facts -> 'decision'))
where step = 'refused_by_rule' and facts #>> '{decision,reason}' is not null;
update policy_journal j set facts = j.facts - 'rule' || jsonb_build_object('rule_code', case
    when w.decision ->> 'code' is not null then w.decision ->> 'code'
    when w.decision ->> 'outcome' = 'allow' then 'everything_else'
    else 'looks_like_known' end)
from coin_withdrawals w
where j.step = 'released' and w.project_id = j.project_id and w.id = j.withdrawal_id
  and (w.decision ->> 'code' is not null or w.decision ->> 'version' = '0');
alter table policy_journal enable trigger user;

drop function pg_temp.decision_with_code(jsonb);
