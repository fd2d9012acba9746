import type { MessageId } from '@sitwell/i18n/message-ids'
import type { ConnectionState } from '@sitwell/request-queue/connection'
import type { Keeping } from '@sitwell/storage/overflow-store'
import { type RequestRecord, requestTypes } from '../../../storage/records.ts'

/** What is told of an answer that did not get through, or came too late to count. */
export type Refused = 'unsaved' | 'set-aside' | 'finished-elsewhere' | 'late' | 'barred' | 'in-pause'
/** What is told once, when it happens. */
export type StatusNote = Refused | 'back-online'
export type Status = StatusNote | 'working-offline' | 'not-kept' | 'not-kept-offline'

/** What the status line says: what the learner has to mind goes before what is over. */
export const statusOf = (connection: ConnectionState, keeping: Keeping, note: StatusNote | undefined): Status | undefined => {
  if (keeping === 'memory') return connection === 'offline' ? 'not-kept-offline' : 'not-kept'
  return connection === 'offline' ? 'working-offline' : note
}

/** The message that tells of it. */
export const refusedMessage: Record<Refused, MessageId> = {
  unsaved: 'exam.unsavedQuestion',
  'set-aside': 'exam.setAside',
  'finished-elsewhere': 'exam.finishedElsewhere',
  late: 'exam.lateAnswer',
  barred: 'exam.barredAnswer',
  'in-pause': 'exam.inPauseAnswer',
}

/** What didn't get through, or doesn't count, which no return of the connection makes good. */
export const refusedOf = (note: StatusNote | undefined): Refused | undefined => (note === 'back-online' ? undefined : note)

/** What is told once a question was left: that it couldn't be saved, until the next one that is left is saved. */
export const noteAtLeaving = (before: StatusNote | undefined, isSaved: boolean): StatusNote | undefined => {
  if (!isSaved) return 'unsaved'
  return before === 'unsaved' ? undefined : before
}

/** What is told when the connection is back and nothing waits any more. */
export const noteAtReturn = (before: StatusNote | undefined): StatusNote => refusedOf(before) ?? 'back-online'

/** What a learner is told of a request that the server refused for good; nothing if no answer is concerned. */
export const noteOfRefused = ({ type }: Pick<RequestRecord, 'type'>, reason: string): Refused | undefined => {
  const isSave = type === requestTypes.saveAnswer || type === requestTypes.saveTime
  if (isSave && reason === 'FORM_RUN_COMPLETED') return 'finished-elsewhere'
  // A completion that came before the end is no loss: its learner continues.
  if (reason === 'TIME_LEFT') return undefined
  return type === requestTypes.saveAnswer || type === requestTypes.finishExam ? 'set-aside' : undefined
}
