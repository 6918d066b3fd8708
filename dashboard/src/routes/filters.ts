// The filters of lists that exist for one project and for the whole instance, as they are in the URL.
import { textSearch } from '../shared/queries.ts';

export const filters = {
  journal: textSearch('actor', 'operation', 'object_id', 'result', 'from', 'to'),
  reports: textSearch('from', 'to', 'currency', 'tab', 'line', 'of'),
};
