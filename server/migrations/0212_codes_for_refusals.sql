-- Why the network would not pay a recipient is stored as a code where Chaintill checks it. `said` keeps the words of
-- nodes, signers and people.
create temporary table refusal_texts (code text, said text) on commit drop;
insert into refusal_texts (code, said) values
  ('account_missing', 'the account does not exist yet, and the amount does not reach its reserve'),
  ('tag_required', 'the account requires a destination tag'),
  ('xrp_unwanted', 'the account does not want XRP'),
  ('not_authorised', 'the account takes payments only from those that it has authorised'),
  ('takes_no_payments', 'it takes no payments'),
  ('unspendable', 'nobody owns the address'),
  ('token_contract', 'it is the contract of the token itself'),
  ('below_dust', 'dust');

alter table payouts add column refusal text;
update payouts p set refusal = t.code, said = null
from refusal_texts t where p.wait_reason = 'not_payable' and p.said = t.said;
alter table payouts
  add constraint payouts_refusal check (refusal in ('account_missing', 'tag_required', 'xrp_unwanted', 'not_authorised',
    'takes_no_payments', 'unspendable', 'token_contract', 'below_dust')),
  add constraint payouts_refused check (refusal is null or (wait_reason = 'not_payable' and said is null));

-- An alert has either the code or the words of the node.
update ledger_alarms a set facts = a.facts - 'reason' || jsonb_build_object('refusal', t.code)
from refusal_texts t where a.kind = 'payee_refuses' and a.facts ->> 'reason' = t.said;
update ledger_alarms set facts = facts - 'refusal'
where kind = 'payee_refuses' and facts -> 'refusal' = 'null';
