/** What of a result is shown (spec 3 §4). */
export interface ResultParts {
  readonly marks: boolean
  readonly grade: boolean
  readonly percentage: boolean
}

/** Reads the mask: bit 1 marks, 2 grade, 4 percentage; -1 represents marks and percentage (decisions, the running exam). */
export const resultParts = (mask: number): ResultParts =>
  mask === -1
    ? { marks: true, grade: false, percentage: true }
    : { marks: (mask & 1) !== 0, grade: (mask & 2) !== 0, percentage: (mask & 4) !== 0 }
