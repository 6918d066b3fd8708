/**
 * The maximum fee of a transfer, as a multiple of the network fee that the merchant paid. The operator pays the rest.
 */
export const FEE_BUDGET_FACTOR = 3n;
