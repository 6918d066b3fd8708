-- Payments that blocks do not show are looked for on every network with contracts, and not on Ethereum alone.
create index deposits_of_account on deposits (coin, address) where address like '0x%';
drop index deposits_of_address;
create index addresses_of_account on addresses (coin, address)
  where address like '0x%' and owner_type in ('invoice', 'channel');
drop index addresses_compared;
