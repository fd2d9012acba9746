import type * as z from 'zod'

/** Says what of an authored question doesn't fit together, at its place. */
export type Report = (path: (string | number)[], message: string) => void

export const reportTo =
  (context: z.core.$RefinementCtx): Report =>
  (path, message) =>
    context.addIssue({ code: 'custom', path, message })

/** Reports ids that stand twice in a list at `path`. */
export const reportTwice = (ids: readonly string[], path: (string | number)[], report: Report): void => {
  for (const [index, id] of ids.entries()) if (ids.indexOf(id) < index) report([...path, index, 'id'], `duplicate id "${id}"`)
}
