-- Money that goes back to whoever sent it, and what people decide about money that waits for them.

-- Why a person cleared an alarm; null when its cause went away.
alter table ledger_alarms add column cleared_reason text;
