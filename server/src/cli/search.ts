// `chaintill search find` as text.
import type { searchOperations } from '../contract/operator/search.ts';
import type { FacesOf } from './face.ts';
import { table } from './table.ts';

export const searchFaces: FacesOf<typeof searchOperations> = {
  'search.find': {
    arguments: ['text'],
    called: { project: '--project <project>' },
    example: 'chaintill search find order-1042',
    show: table,
  },
};
