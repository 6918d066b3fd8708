// The available sign-in methods.
import { queryOptions } from '@tanstack/react-query';
import { people } from './api.ts';

export const signInMethods = queryOptions({
  queryKey: ['ways'],
  queryFn: () => people('session.ways', {}),
  staleTime: Number.POSITIVE_INFINITY,
});
