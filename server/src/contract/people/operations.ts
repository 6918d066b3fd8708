// All that people do for themselves, by area.
import { sessionOperations } from './sessions.ts';

export const peopleOperations = { ...sessionOperations } as const;

export type PeopleOperations = typeof peopleOperations;
export type PeopleName = keyof PeopleOperations;
