/** A transfer may cost up to three times the network fee that the merchant paid; the operator pays the rest. */
export const FEE_BUDGET_FACTOR = 3n;
