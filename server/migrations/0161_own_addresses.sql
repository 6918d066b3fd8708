-- The tag that is the till's own, among the hundred thousand that payers of XRP were given at the same address.
create index addresses_treasury on addresses (coin, address, address_index) where owner_type = 'treasury';
