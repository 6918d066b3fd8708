-- What the sandbox was told: the risk of a simulated payment. Exists in every database, used in sandbox only.

create table sandbox_risk_instructions (
  coin text not null,
  txid text not null,
  level text not null check (level in ('low', 'medium', 'high')),
  primary key (coin, txid)
);
