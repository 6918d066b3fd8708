-- Whose payment it is, as the merchant named him when it came: how deep it must be follows what he brought in blocks that
-- are not final (deposits/depth.ts). Only of coins whose depth follows the amount.
alter table deposits add column customer_id text;
