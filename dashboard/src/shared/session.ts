// The signed-in person and their permissions. The service enforces them; screens hide actions that a role never has.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { people } from './api.ts';
import {
  type MerchantApi,
  merchantRoutes,
  type OperatorApi,
  operatorPermissions,
  type PeopleApi,
  type Permission,
  projectPermissions,
} from './api-types.ts';

export const signInMethods = queryOptions({
  queryKey: ['ways'],
  queryFn: () => people('session.sign-in-methods', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

export type Me = PeopleApi['me.show']['output'];
export type MyProject = Me['projects'][number];
export type OperationName = keyof OperatorApi | keyof MerchantApi;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => people('me.show', {}),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether the person can pay invoices and channels on the simulated network. Never in live mode. */
export function useCanSimulate(name: `${string}.simulate-payment` & OperationName): boolean {
  const isAllowed = useCan(name);
  return useMe().mode === 'sandbox' && isAllowed;
}

/** The project in the URL. Null outside of projects. */
export function useProject(): MyProject | null {
  const { project } = useParams({ strict: false });
  return useMe().projects.find(({ id }) => id === project) ?? null;
}

const STORAGE_KEY_NAME = 'chaintill-project';

/** The project that was open last on this device, else the first one. Null for a person without a project. */
export function lastProject({ projects }: Me): MyProject | null {
  const last = localStorage.getItem(STORAGE_KEY_NAME);
  return projects.find(({ id }) => id === last) ?? projects[0] ?? null;
}

/** The project in the URL or, elsewhere, the last one that was open. */
export function useCurrentProject(): MyProject | null {
  const me = useMe();
  const inUrl = useProject();
  if (inUrl !== null) localStorage.setItem(STORAGE_KEY_NAME, inUrl.id);
  return inUrl ?? lastProject(me);
}

/** The name of a project. One that the person cannot see has its ID. */
export function useProjectName(): (id: string) => string {
  const { projects } = useMe();
  return (wanted) => projects.find(({ id }) => id === wanted)?.name ?? wanted;
}

export function useProjectChoices() {
  return useMe().projects.map(({ id, name }) => ({ value: id, label: name }));
}

/** Whether the person has permission: in the URL's project or, outside of projects, in the instance. */
export function useCan(name: OperationName): boolean {
  return may(useMe(), name, useProject());
}

/** For operations that only people with instance roles can use, in any project. */
export function useCanEverywhere(name: OperationName): boolean {
  return may(useMe(), name, null);
}

export function may(me: Me, name: OperationName, project: MyProject | null): boolean {
  const needed: string = permissionOf(name);
  const within: string = projectPermissions[name as keyof OperatorApi] ?? needed;
  return me.permissions.includes(needed) || (project?.permissions.includes(within) ?? false);
}

function permissionOf(name: OperationName): Permission {
  return name in merchantRoutes
    ? merchantRoutes[name as keyof MerchantApi][2]
    : operatorPermissions[name as keyof OperatorApi];
}

export function signOut(): Promise<unknown> {
  return people('session.end', {});
}
