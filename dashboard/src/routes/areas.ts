// The navigation, in its order. A new noun adds its line here and its routes in router.ts.
import { alarmArea } from './alarms.ts';
import type { Area } from './area.ts';
import { invoiceArea } from './invoices.ts';

export const areas: readonly Area[] = [invoiceArea, alarmArea];
