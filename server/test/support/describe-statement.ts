// What PostgreSQL reports about a statement without executing it: its columns and their types.
import type pg from 'pg';

export interface DescribedColumn {
  readonly name: string;
  /** `pg_type.oid`. */
  readonly type: number;
  /** `oid.number` of the table column; null when the column is computed. */
  readonly source: string | null;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/** Throws PostgreSQL's error for an invalid statement. */
export function describeStatement(client: pg.Client, text: string): Promise<DescribedColumn[]> {
  return new Promise((resolve, reject) => {
    let columns: DescribedColumn[] = [];
    const request: pg.Submittable & Record<string, unknown> = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: readonly Field[] }) {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          type: dataTypeID,
          source: tableID === 0 ? null : `${tableID}.${columnID}`,
        }));
      },
      handleError: reject,
      handleReadyForQuery() {
        resolve(columns);
      },
    };
    client.query(request);
  });
}
