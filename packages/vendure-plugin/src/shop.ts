// What the plugin needs of the running shop: Vendure's services, and the lock that orders everything about one order.
import type { Client } from '@chaintill/client';
import {
  ConfigService,
  type ID,
  type Injector,
  Order,
  OrderService,
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

/** Until the end of the transaction. SQLite writes one transaction after the other anyway. */
export async function lockOrder(shop: Shop, ctx: RequestContext, id: ID): Promise<void> {
  const { connection } = shop.services();
  if (!WITH_ROW_LOCKS.includes(connection.rawConnection.options.type)) return;
  await connection
    .getRepository(ctx, Order)
    .createQueryBuilder('o')
    .setLock('pessimistic_write')
    .where('o.id = :id', { id })
    .getOne();
}

/** Vendure's services answer with an error instead of throwing it. */
export function isFailure(result: object): result is { message: string } {
  return 'errorCode' in result;
}

/** For an update: TypeORM's type of a JSON column accepts no object with named properties. */
export const asColumn = (metadata: object) => metadata as never;
