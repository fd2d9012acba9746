/** Milliseconds between the clearing of the exam's data and its opening again (spec 3 §2, §9). */
export const reloadDelayMs = 50_000
