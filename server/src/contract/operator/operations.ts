// All that the operator can do, one entry per operation, by area. A name is made of words: a group and what is done
// with it. Faces use it as it is, the command line with spaces in place of the points.
import { alarmsOperations } from './alarms.ts';
import { checksOperations } from './checks.ts';
import { projectsOperations } from './projects.ts';
import { solvencyOperations } from './solvency.ts';

export const operatorOperations = {
  ...checksOperations,
  ...alarmsOperations,
  ...projectsOperations,
  ...solvencyOperations,
} as const;

export type OperatorOperations = typeof operatorOperations;
export type OperatorName = keyof OperatorOperations;
