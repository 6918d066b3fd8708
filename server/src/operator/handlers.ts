// Every operator operation and the function behind it.
import type { OperatorOperations } from '../contract/operator/operations.ts';
import { alarmsHandlers } from './alarms.ts';
import { checksHandlers } from './checks.ts';
import type { HandlersOf } from './operator.ts';
import { projectsHandlers } from './projects.ts';
import { solvencyHandlers } from './solvency.ts';

export const operatorHandlers: HandlersOf<OperatorOperations> = {
  ...checksHandlers,
  ...alarmsHandlers,
  ...projectsHandlers,
  ...solvencyHandlers,
};
