/** A transfer costs at most this multiple of the fee that the merchant paid; the operator pays the rest. */
export const FEE_BUDGET_FACTOR = 3n;
