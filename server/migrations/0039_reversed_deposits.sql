-- Every look at a chain asks for deposits that were reversed and are back. There are hardly ever any.
create index deposits_reversed on deposits (coin, block_height) where status = 'reversed';
