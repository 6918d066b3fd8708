-- A start asks for the last number of each address that sends, whatever became of the transfer.
create index transfers_sender on transfers (coin, sender, number) where sender is not null;
