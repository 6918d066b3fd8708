-- That an invoice of a subscription has moved is told to its subscription by server/src/reactions.ts.

drop trigger invoices_touch_subscription on invoices;
drop function touch_subscription();
