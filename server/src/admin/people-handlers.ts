// Every operation of people and the function behind it.
import type { PeopleOperations } from '../contract/people/operations.ts';
import { sessionHandlers } from './sessions.ts';
import type { PeopleHandlersOf } from './visitor.ts';

export const peopleHandlers: PeopleHandlersOf<PeopleOperations> = { ...sessionHandlers };
