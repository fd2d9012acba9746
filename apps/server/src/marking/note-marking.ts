import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import type { Queue, ResponseName } from './ids.ts'
import type { MarkingContext } from './marking-context.ts'

/** What is told of marking: the ledger of the response has what was given, and whoever reads the log alone learns no mark from it. */
export type MarkingAct = 'allocated' | 'cannot-mark' | 'decided' | 'flagged' | 'marked' | 'returned'

/** Writes into the security log what somebody did to a response, or to a question. */
export const noteMarking = (
  { securityLog }: Pick<MarkingContext, 'securityLog'>,
  { caller, request }: { readonly caller: Caller; readonly request: Pick<FastifyRequest, 'ip'> },
  act: MarkingAct,
  {
    examGuid,
    version,
    deliveryId,
    questionId,
    part,
    ...rest
  }: Queue & Partial<Pick<ResponseName, 'formRunGuid'>> & { readonly entry?: number; readonly markers?: number },
): void => {
  const { formRunGuid, entry, markers } = rest
  securityLog.note({
    ...{ kind: act === 'allocated' ? 'marking-allocated' : 'response-marked', orgId: caller.orgId, author: caller.userGuid },
    ...{ address: request.ip, what: act },
    target: {
      ...{ examGuid, version, question: questionId },
      ...(part !== '' && { part }),
      ...(deliveryId !== '' && { delivery: deliveryId }),
      ...(formRunGuid !== undefined && { formRunGuid }),
      ...(entry !== undefined && { entry }),
      ...(markers !== undefined && { markers }),
    },
  })
}

/** Writes into the security log that somebody returned marks of a marker, or took that back. */
export const noteMarkerReturn = (
  { securityLog }: Pick<MarkingContext, 'securityLog'>,
  { caller, request }: { readonly caller: Caller; readonly request: Pick<FastifyRequest, 'ip'> },
  act: 'marker-returned' | 'return-taken-back',
  target: Readonly<Record<string, number | string>>,
): void =>
  securityLog.note({
    ...{ kind: 'response-marked', orgId: caller.orgId, author: caller.userGuid, address: request.ip, what: act, target },
  })
