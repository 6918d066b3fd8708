-- The screen of the books begins with those that were proven the longest ago.
create index audit_marks_proven on audit_marks (proven_at nulls first, project_id);
