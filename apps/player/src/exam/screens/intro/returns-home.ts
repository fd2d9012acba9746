/** Whether the intro offers the way back to the assessments: not under one proctored session, and not once it has begun (spec 2 §2). */
export const returnsHome = (proctoringMode: number | undefined, isCommenced: boolean): boolean =>
  proctoringMode !== 1 && !isCommenced
