-- The corrections that wait for a second person: the home screen counts them, and their screen lists them.
create index corrections_requested on corrections (id) where status = 'requested';
