-- What a payout waits for has one detail: a message of the network or a person, verbatim, or a code with its facts. Why a
-- signer rejects a transfer is such a code. A sentence of another form is kept verbatim.
create temporary table refusal_forms (code text, form text, names text[]) on commit drop;
-- Facts whose name ends with `_units` are in the smallest unit: of the coin `of`, or of the coin that is sent.
insert into refusal_forms (code, form, names) values
  ('request_altered', '^withdrawal (\S+) differs from its request: its row was altered, or was not created by this service$',
    '{withdrawal_id}'),
  ('request_altered', '^withdrawal (\S+) is not as it was asked for: its row was altered, or made by somebody else$',
    '{withdrawal_id}'),
  ('request_changed', '^withdrawal (\S+) was (?:different when it was first seen|another one when it was first shown): (\d+) of (\S+) to (\S+)(?: with tag (\d+))?$',
    '{withdrawal_id,amount_units,of,address,tag}'),
  ('payment_missing', '^no output (?:matches|is what) withdrawal ([^ :]+)(?: asks for)?: (\d+) of (\S+) to (\S+)(?: with tag (\d+))?$',
    '{withdrawal_id,amount_units,of,address,tag}'),
  ('no_limits', '^there are no limits for (\S+)$', '{coin}'),
  ('address_not_allowed', '^(\S+) is not on the list of allowed addresses$', '{address}'),
  ('above_transfer_limit', '^([\d.]+) is more than ([\d.]+ \S+) for one transfer$', '{amount,limit}'),
  ('above_daily_limit', '^([\d.]+) (?:within a day is|would leave within a day, which is) more than ([\d.]+ \S+)$',
    '{amount,limit}'),
  ('fees_above_daily_limit', '^([\d.]+) (?:of network fees within a day is|would go to the network within a day, which is) more than ([\d.]+ \S+)$',
    '{fees,limit}'),
  ('cooling_period', '^it can be signed in (\d+) seconds at the earliest$', '{seconds}'),
  ('cooling_period', '^it is signed (\d+) seconds from now at the earliest$', '{seconds}'),
  ('already_signed', '^withdrawal (\S+) is paid by (\S+), and this transaction could confirm as well\. If you can prove that the other one never will: chaintill signer release \S+$',
    '{withdrawal_id,txid}'),
  ('already_signed', '^withdrawal (\S+) is paid by (\S+), and this transfer could confirm beside it; with the proof that it never can: chaintill signer release \S+$',
    '{withdrawal_id,txid}'),
  ('paid_twice', '^one withdrawal would be paid twice$', '{}'),
  ('zero_output', '^an output of nothing$', '{}'),
  ('output_spent_twice', '^an output is spent twice$', '{}'),
  ('unrequested_output', '^(\d+) to (\S+) is neither (?:requested|asked for) nor ours$', '{amount_units,address}'),
  ('fee_mismatch', '^its inputs leave (-?\d+) to the network, (?:but|and) its fee is (\d+)$', '{left_units,fee_units}'),
  ('tip_above_fee', '^a tip of (\d+) is above the fee of (\d+)$', '{tip_units,fee_units}'),
  ('fee_above_limit', '^a fee of (-?\d+) is above (\d+)$', '{fee_units,limit_units}'),
  ('amount_unproven', '^no proof of the amount of (\S+), which the signature does not cover$', '{outpoint}'),
  ('amount_unproven', '^nobody proves what (\S+) holds, and the signature would not$', '{outpoint}'),
  ('amount_mismatch', '^(\S+) holds (\d+)(?:, not| and not) (\d+)$', '{outpoint,confirmed_units,stated_units}'),
  ('amount_changed', '^(\S+) (?:had the amount|was said to hold) (\d+)(?: before, not| and not) (\d+)$',
    '{outpoint,known_units,stated_units}');

-- The smallest unit of a network's own coin. Null for tokens: some networks give the same token other decimals.
create function pg_temp.amount_in(units text, coin text) returns text language sql immutable as $$
  select case when amount = trunc(amount) then trunc(amount) || '.0' else trim_scale(amount)::text end || ' ' || coin
  from (select units::numeric / power(10::numeric, case split_part(coin, '.', 1)
    when 'BTC' then 8 when 'LTC' then 8 when 'BCH' then 8 when 'DOGE' then 8 when 'XRP' then 6
    when 'ETH' then 18 when 'BNB' then 18 when 'POL' then 18 end) as amount) a
$$;

create function pg_temp.refusal_of(coin text, said text) returns jsonb language plpgsql stable as $$
declare
  kind record;
  found text[];
  facts jsonb;
  units record;
begin
  for kind in select * from refusal_forms loop
    found := regexp_match(said, kind.form);
    continue when found is null;
    facts := case when kind.names = '{}' then '{}' else jsonb_object(kind.names, found) end;
    for units in select key, value from jsonb_each_text(facts) where key like '%\_units' loop
      facts := facts - units.key || jsonb_build_object(left(units.key, -6),
        pg_temp.amount_in(units.value, coalesce(facts ->> 'of', coin)));
    end loop;
    if facts ->> 'tag' is not null then
      facts := facts || jsonb_build_object('address', concat(facts ->> 'address', '?dt=', facts ->> 'tag'));
    end if;
    facts := facts - '{of,tag}'::text[] || case kind.code
      when 'cooling_period' then jsonb_build_object('seconds', (facts ->> 'seconds')::int)
      when 'above_transfer_limit' then jsonb_build_object('amount',
        concat(facts ->> 'amount', ' ', split_part(facts ->> 'limit', ' ', 2)))
      when 'above_daily_limit' then jsonb_build_object('amount',
        concat(facts ->> 'amount', ' ', split_part(facts ->> 'limit', ' ', 2)))
      when 'fees_above_daily_limit' then jsonb_build_object('fees',
        concat(facts ->> 'fees', ' ', split_part(facts ->> 'limit', ' ', 2)))
      else '{}' end;
    exit when exists (select 1 from jsonb_each(facts) where value = 'null');
    return jsonb_build_object('code', kind.code) || facts;
  end loop;
  return jsonb_build_object('code', 'unrecognized', 'text', said);
end
$$;

alter table payouts add column wait_detail jsonb;
update payouts set wait_detail = case
    when refusal is not null then jsonb_build_object('code', refusal)
    when wait_reason = 'rejected_by_signer' then pg_temp.refusal_of(coin, said)
    else jsonb_build_object('message', said) end
where wait_reason is not null and (refusal is not null or said is not null);
alter table payouts drop column said, drop column refusal,
  add constraint payouts_wait_detail check (wait_detail is null or (wait_reason is not null
    and case wait_reason when 'rejected_by_signer' then wait_detail ? 'code'
      when 'not_payable' then (wait_detail ? 'code') <> (wait_detail ? 'message')
      else wait_detail ? 'message' end)),
  add constraint payouts_payee_refusal check (wait_reason <> 'not_payable' or wait_detail ->> 'code' in (
    'account_missing', 'tag_required', 'xrp_disallowed', 'not_authorized', 'payments_not_accepted', 'unspendable',
    'token_contract', 'below_dust')),
  add constraint payouts_signer_refusal check (wait_reason <> 'rejected_by_signer' or wait_detail ->> 'code' in (
    'request_altered', 'request_changed', 'payment_missing', 'no_limits', 'address_not_allowed', 'above_transfer_limit',
    'above_daily_limit', 'fees_above_daily_limit', 'cooling_period', 'already_signed', 'paid_twice', 'zero_output',
    'output_spent_twice', 'unrequested_output', 'fee_mismatch', 'tip_above_fee', 'fee_above_limit', 'amount_unproven',
    'amount_mismatch', 'amount_changed', 'unrecognized'));

update alerts
set facts = facts - 'reason' || jsonb_build_object('refusal', pg_temp.refusal_of(facts ->> 'subject', facts ->> 'reason'))
where kind = 'rejected_by_signer' and facts ->> 'reason' is not null;

alter table transfer_log disable trigger user;
update transfer_log
set facts = facts - 'said' || jsonb_build_object('refusal', pg_temp.refusal_of(coin, facts ->> 'said'))
where facts ->> 'code' = 'rejected_by_signer' and facts ->> 'said' is not null;
alter table transfer_log enable trigger user;

drop function pg_temp.refusal_of(text, text);
drop function pg_temp.amount_in(text, text);
