// The arguments of operator handlers: the application with its wallets and nodes, the parsed input, and the actor.
// Handlers never print, parse a command line or end the process. Also: what an actor may do everywhere, and how they
// are stored as the requester.
import type { App } from '../app.ts';
import type { OpenNode } from '../chains/families.ts';
import type {
  Actor,
  InputOf,
  OperatorOperation,
  OutputOf,
} from '../contract/operator/operation.ts';
import { type PersonPermission, permissionsOfRole, permissionsOfRoles } from '../contract/roles.ts';
import type { ErrorDetail } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import type { CoinWallet } from '../payouts/coin-wallet.ts';
import { membershipsOf } from '../people/members.ts';
import { findUser } from '../people/users.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

export interface OperatorApp extends App {
  /** For every coin that can be sent. */
  readonly coinWallets: ReadonlyMap<string, CoinWallet>;
  /** Keyed by coin. Empty in the sandbox. */
  readonly nodes: ReadonlyMap<string, OpenNode>;
  /** The simulated networks and the movable clock. Missing in live mode. */
  readonly sandbox?: Sandbox;
}

export interface OperationContext {
  readonly actor: Actor;
  /** The project to which the operation is limited, for a person without instance-wide permission. */
  readonly within?: string;
  /** The ID of the object to create. A retry after an interruption has the same one. */
  readonly objectId?: string;
  report?(progress: string): void;
}

/** A handler may return dates, and rows with further columns: `presented` converts them. */
export type Presentable<T> = T extends string
  ? T | (string extends T ? Date : never)
  : T extends readonly (infer Item)[]
    ? readonly Presentable<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]: Presentable<T[Name]> }
      : T;

type Perform<O extends OperatorOperation> = (
  app: OperatorApp,
  input: InputOf<O>,
  context: OperationContext,
) => Promise<Presentable<OutputOf<O>>>;

/** Adds problems beyond single fields. Fields with problems are missing from the input. */
type FindProblems<O extends OperatorOperation> = (
  app: OperatorApp,
  input: Partial<InputOf<O>>,
  problems: ErrorDetail[],
) => void;

export type OperatorHandler<O extends OperatorOperation> = Perform<O> & {
  readonly findProblems?: FindProblems<O>;
};

export type HandlersOf<Area extends Readonly<Record<string, OperatorOperation>>> = {
  readonly [Name in keyof Area]: OperatorHandler<Area[Name]>;
};

/** A handler whose own validation problems are reported together with those of the fields. */
export function withProblems<O extends OperatorOperation>(
  perform: Perform<O>,
  findProblems: FindProblems<O>,
): OperatorHandler<O> {
  return Object.assign(perform, { findProblems });
}

/** Permissions from the person's role in the instance. A user of the CLI on the machine may do everything. */
export async function mayEverywhere(
  sql: Sql,
  { kind, userId }: Actor,
  permission: PersonPermission,
): Promise<boolean> {
  if (kind === 'system_user') return true;
  const user = userId === undefined ? null : await findUser(sql, userId);
  return user !== null && permissionsOfRole(user.role).has(permission);
}

/** As `mayEverywhere`, and from the person's roles in the project. */
export async function mayWithin(
  sql: Sql,
  actor: Actor,
  { projectId, permission }: { projectId: string | null; permission: PersonPermission },
): Promise<boolean> {
  if (await mayEverywhere(sql, actor, permission)) return true;
  if (projectId === null || actor.userId === undefined) return false;
  const memberships = await membershipsOf(sql, actor.userId);
  const roles = memberships.find(({ project_id }) => project_id === projectId)?.roles ?? [];
  return permissionsOfRoles(roles).has(permission);
}

/** The requester in the format of the dashboard API. */
export function keyOf({ userId, name }: Actor): string {
  return `user:${userId ?? name}`;
}

/** The person who requests it, who then cannot approve it, and the project if they act in only one. */
export function requestedWithin({ actor, within }: OperationContext): {
  projectId?: string;
  requestedBy?: string;
} {
  return {
    ...(within !== undefined && { projectId: within }),
    ...(actor.userId !== undefined && { requestedBy: keyOf(actor) }),
  };
}
