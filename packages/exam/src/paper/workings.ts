/** Rows of the workings box in a window of a height in pixels (spec 3 §9): at least one, and whole. */
export const workingsRows = (windowHeightPx: number): number => Math.max(1, Math.floor((windowHeightPx / 2 - 37) / 19 - 1))
