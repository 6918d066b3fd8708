// The rows of a list, page by page: from an operator operation or a merchant operation. An export holds one page in
// memory. Permissions are checked again before each page.
import type { Operation, Page } from '../../contract/operation.ts';
import type { OperatorName } from '../../contract/operator/operations.ts';
import type { Caller } from '../../http/handlers.ts';
import type { AnyHandler } from '../../http/serve.ts';
import { perform, type Values } from '../../operator/perform.ts';
import { authorize } from '../authorize.ts';
import { type Admin, actorOf, type Person, stillThere } from '../person.ts';
import type { Column } from './columns.ts';

type Row = Readonly<Record<string, unknown>>;

const OPERATOR_PAGE = '1000';
const MERCHANT_PAGE = 200;

export async function* operatorRows(
  { app }: Admin,
  person: Person,
  { name, values, limit = OPERATOR_PAGE }: { name: OperatorName; values: Values; limit?: string },
): AsyncGenerator<Row> {
  let after: string | null = null;
  do {
    if (after !== null) await authorize(app, await stillThere(app, person), { name, values });
    const requested: Values = { ...values, limit, ...(after === null ? {} : { after }) };
    const found = await perform(app, name, { values: requested, actor: actorOf(person) });
    const { rows, next } = found as unknown as { rows: readonly Row[]; next: string | null };
    yield* rows;
    after = next;
  } while (after !== null);
}

interface MerchantList {
  readonly handler: AnyHandler;
  readonly caller: Caller;
  readonly input: object;
  /** Throws if the person may no longer read it. */
  insist(): Promise<void>;
}

export async function* merchantRows(
  { app }: Admin,
  { handler, caller, input, insist }: MerchantList,
): AsyncGenerator<Row> {
  let after: string | undefined;
  do {
    if (after !== undefined) await insist();
    const requested = { ...input, limit: MERCHANT_PAGE, starting_after: after };
    const page = (await handler(app, caller, requested as never)) as Page<Row & { id: string }>;
    yield* page.rows;
    after = page.hasMore ? page.rows.at(-1)?.id : undefined;
  } while (after !== undefined);
}

export async function* cellsOf(
  rows: AsyncIterable<Row>,
  columns: readonly Column[],
): AsyncGenerator<readonly string[]> {
  for await (const row of rows) yield columns.map((column) => column.cellOf(row));
}

/** Only paginated lists can be exported. Lists without pages are shown in full. */
export function isExportable({ method, shape }: Operation): boolean {
  return method === 'GET' && shape === 'page';
}
