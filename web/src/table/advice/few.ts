/** How many moves of a ranking are shown at first. */
export const FEW = 4;
