// What the plugin needs of the running shop: Vendure's services, and the lock that orders everything about one order.
import type { Client } from '@chaintill/client';
import {
  ConfigService,
  type ID,
  type Injector,
  Order,
  OrderService,
  Payment,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core';
import type { ChaintillOptions } from './options.ts';

export interface Shop {
  readonly options: ChaintillOptions;
  readonly client: Client;
  /** Vendure starts after it has read the plugin, so these come later. */
  services(): Services;
}

export interface Services {
  readonly connection: TransactionalConnection;
  readonly orders: OrderService;
  readonly contexts: RequestContextService;
  /** Decimals of an amount. */
  readonly precision: number;
}

export const LOG_CONTEXT = 'Chaintill';
const PRECISION = 2;
const WITH_ROW_LOCKS = ['postgres', 'mysql', 'mariadb', 'aurora-mysql', 'aurora-postgres'];

export function servicesOf(injector: Injector): Services {
  const { moneyStrategy } = injector.get(ConfigService).entityOptions;
  return {
    connection: injector.get(TransactionalConnection),
    orders: injector.get(OrderService),
    contexts: injector.get(RequestContextService),
    precision: moneyStrategy?.precision ?? PRECISION,
  };
}

/** As it is now, until the end of the transaction. SQLite has no row locks, and writes one transaction at a time. */
export async function lockOrder(shop: Shop, ctx: RequestContext, id: ID): Promise<Order> {
  return locked(await readLocked(shop, ctx, { entity: Order, id }));
}

/**
 * Vendure read the payment before it called the plugin, and stores it again afterwards. If another call has changed it
 * meanwhile, such as a callback that settled it, that would be undone.
 */
export async function lockPayment(
  shop: Shop,
  ctx: RequestContext,
  payment: Payment,
): Promise<void> {
  await lockOrder(shop, ctx, payment.order.id);
  const now = locked(await readLocked(shop, ctx, { entity: Payment, id: payment.id }));
  if (now.state !== payment.state) throw new Error(`The payment is ${now.state} now. Reload it.`);
}

async function readLocked<Entity extends Order | Payment>(
  shop: Shop,
  ctx: RequestContext,
  { entity, id }: { readonly entity: new (...values: never[]) => Entity; readonly id: ID },
): Promise<Entity | null> {
  const { connection } = shop.services();
  const query = connection
    .getRepository(ctx, entity)
    .createQueryBuilder('found')
    .where('found.id = :id', { id });
  const hasLocks = WITH_ROW_LOCKS.includes(connection.rawConnection.options.type);
  return await (hasLocks ? query.setLock('pessimistic_write') : query).getOne();
}

function locked<Entity>(entity: Entity | null): Entity {
  if (entity === null) throw new Error('The order or payment was deleted.');
  return entity;
}

export const NOT_OURS = 'This payment was not made by Chaintill.';

export const isOurs = (payment: Payment) => typeof payment.metadata?.checkoutId === 'string';

/** Vendure's services answer with an error instead of throwing it. */
export function isFailure(result: object): result is { message: string } {
  return 'errorCode' in result;
}

/** For an update: TypeORM's type of a JSON column accepts no object with named properties. */
export const asColumn = (metadata: object) => metadata as never;
