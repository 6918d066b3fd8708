-- What was decided about money that came in for nobody is listed by day, of one project or of all.
create index deposit_decisions_newest on deposit_decisions (created_at, seq);
create index deposit_decisions_project on deposit_decisions (project_id, created_at, seq);
