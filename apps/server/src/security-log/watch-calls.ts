import { type Call, calls, type Refusal } from '@sitwell/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../http/caller.ts'
import { signInName } from '../sign-in-name.ts'
import type { SecurityEvent } from './security-event.ts'

/** What happened to a call: a no with its code; a yes is told of staff's calls alone. */
export interface CallOutcome {
  readonly call: Call
  readonly caller: Caller | undefined
  readonly request: Pick<FastifyRequest, 'ip' | 'body' | 'query' | 'params'>
  /** Of a no. */
  readonly code: Refusal | undefined
}

/** Refusals that tell of somebody who tries what they may not. A token that has run out isn't one: every learner's does. */
const telling: Partial<Record<Refusal, SecurityEvent['kind']>> = {
  NOT_ALLOWED: 'access-refused',
  TOO_MANY_REQUESTS: 'limit-held',
}

/** Calls of staff whose handlers say more of them, or that change nothing. */
const loggedByItself: ReadonlySet<string> = new Set(
  [
    ...[calls.adminLogin, calls.studentLogin, calls.officeGrantRole, calls.officeWithdrawRole],
    ...[calls.officeAddPerson, calls.officeChangePerson, calls.officeSuspendPerson, calls.officeInvitePerson],
    ...[calls.officeAddGroup, calls.officeRenameGroup, calls.officeRemoveGroup, calls.officeChangeMembers],
    ...[calls.officeAddCentre, calls.officeChangeCentre, calls.officeCloseCentre, calls.officeRemoveCentre],
    ...[calls.officeAddRoom, calls.officeChangeRoom, calls.officeCloseRoom, calls.officeRemoveRoom],
    ...[calls.officeChangeCourse, calls.officeResetCourse, calls.officeExportPerson, calls.officeErasePerson],
    ...[calls.officeInvitePeople, calls.officeSuspendPeople],
    ...[calls.officeAddAccommodationDocument, calls.officeOpenAccommodationDocument],
    calls.officeRemoveAccommodationDocument,
    ...[calls.officeAddAccommodation, calls.officeChangeAccommodation, calls.officeWithdrawAccommodation],
    ...[calls.officeAddDelivery, calls.officeChangeDelivery, calls.officeApplyDelivery, calls.officeUndoDelivery],
    ...[calls.officeCancelDelivery, calls.officeAddToDelivery, calls.officeChangeMarkScheme],
    ...[calls.officeReturnMarker, calls.officeTakeBackMarkerReturn, calls.officePreviewMarkerReturn],
    ...[calls.officeMarkingGive, calls.officeMarkingReturn, calls.officeMarkingDecide, calls.officeMarkingAllocate],
    ...[calls.officeSlips, calls.officeReplacePins],
    ...[calls.officeSetOutcomes, calls.officeWithholdResults, calls.officeCloseMarking, calls.officeComputeResults],
    ...[calls.officeConfirmResults, calls.officeReleaseResults, calls.officeCancelRelease, calls.officeWithdrawResults],
    // They change nothing.
    ...[calls.officeAttendanceList, calls.officePreviewSlips, calls.officePrintRoomReport],
    ...[calls.officeApplyResultRules, calls.officeUndoResultRules],
    // They change nothing.
    ...[calls.officePreviewResultRules, calls.officeTypedAnswer],
    ...[calls.officeMarkingNext, calls.officeMarkingRenew, calls.officeMarkingRelease],
    ...[calls.officePreviewMembers, calls.officePreviewCourse, calls.officePreviewErasure, calls.officePreviewDelivery],
    ...[
      calls.officePreviewMarkScheme,
      calls.officePreviewInvitations,
      calls.officePreviewSuspensions,
      calls.officePreviewLiveAct,
    ],
    ...[calls.officeResetPassword, calls.officeResetSecondStep, calls.officeEndSessionsOf],
    // Of an upload its beginning and its end are told.
    ...[calls.officeUploadPiece, calls.officeAcceptUpload, calls.officeExportExam, calls.officePreview],
    ...[calls.officeExportResults, calls.officePreviewStatements, calls.officeStatements],
  ].map(({ name }) => name),
)

/** Fields that name what a call is about, and are no secret. */
const named = [
  'formRunGuid',
  'examGuid',
  'scheduleGuid',
  'uploadId',
  'userGuid',
  'userGUID',
  'userID',
  'userId',
  'groupID',
  'centreID',
  'roomID',
  'deliveryID',
  'seconds',
  'minutes',
  'org',
]

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const targetOf = ({ body, query, params }: CallOutcome['request']) => {
  const all = { ...fieldsOf(body), ...fieldsOf(query), ...fieldsOf(params) }
  const some = named.flatMap((name): [string, string | number][] => {
    const value = all[name]
    if (typeof value === 'number') return [[name, value]]
    return typeof value === 'string' ? [[name, value.slice(0, 100)]] : []
  })
  return some.length === 0 ? undefined : Object.fromEntries(some)
}

const orgOf = ({ caller, request }: CallOutcome): number => {
  if (caller) return caller.orgId
  const { orgId, orgID } = fieldsOf(request.body)
  const given = Number(orgId ?? orgID)
  // What a stranger names isn't looked up; a number that is none is nobody's.
  return Number.isSafeInteger(given) && given > 0 ? given : 0
}

/** What the security log has of a call: acts of staff, limits that held and what somebody was not allowed. Undefined of all others. */
export const eventOfCall = (outcome: CallOutcome): SecurityEvent | undefined => {
  const { call, caller, request, code } = outcome
  const isAct = code === undefined && call.method !== 'GET' && !loggedByItself.has(call.name)
  const kind = isAct ? 'staff-act' : code && telling[code]
  if (!kind) return undefined
  const username = isAct ? undefined : fieldsOf(request.body).username
  return {
    kind,
    orgId: orgOf(outcome),
    userGuid: isAct ? undefined : caller?.userGuid,
    username: typeof username === 'string' ? signInName(username.slice(0, 100)) : undefined,
    author: isAct ? caller?.userGuid : caller?.madeBy,
    address: request.ip,
    what: call.name,
    target: targetOf(request),
  }
}
