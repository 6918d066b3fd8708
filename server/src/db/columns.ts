// Turns rows into the parameters of an insert or update of many rows with `unnest`.

/** One array per column, in order. */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  ...columns: readonly (keyof Row)[]
): unknown[][] {
  return columns.map((column) => rows.map((row) => row[column]));
}
