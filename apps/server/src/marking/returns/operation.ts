import { createHash } from 'node:crypto'
import type { ResponseName } from '../ids.ts'

/** What a return of many marks goes by: the first three groups of its request id. Each entry that it writes has them in its own request id, so that it needs no table. */
export const operationOf = (requestId: string): string => requestId.toLowerCase().slice(0, 18)

/**
 * The request id of what an operation does to one response. It follows from both, so that each is done once, however often somebody asks; and by it the entries of an operation are known
 * from all others.
 */
export const requestIdOf = (
  operation: string,
  act: 'return' | 'take-back',
  { orgId, formRunGuid, questionId, part }: ResponseName & { readonly orgId: number },
): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([operation, act, orgId, formRunGuid, questionId, part]))
    .digest('hex')
  return `${operation}-8${hex.slice(0, 3)}-${hex.slice(3, 15)}`
}
