/** A transfer may cost up to three times what the merchant paid for the network; the house bears the rest. */
export const FEE_BUDGET_FACTOR = 3n;
