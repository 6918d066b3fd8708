-- What uses up a number of a token's address, and pays nothing, takes none of the token: its fee is in another coin.
alter table transfers drop constraint transfers_amount_check;
alter table transfers add constraint transfers_amount_check
  check (amount > 0 or (amount = 0 and purpose = 'void'));
