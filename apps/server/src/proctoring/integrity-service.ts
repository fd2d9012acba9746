import * as z from 'zod'
import type { SupervisionContext } from '../assessment/schedules/index.ts'
import type { PersonTable, ProctoredSessionTable, ScheduleTable } from '../db/schema.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { organisationSetting } from '../security/organisation/organisation-setting.ts'
import { askProvider } from './ask-provider.ts'
import { monitorAuthorization, nextSigning, type Participant } from './monitor-request.ts'
import { selectWatched } from './session-queries.ts'

type Asking = Pick<SupervisionContext, 'database' | 'config' | 'clock' | 'exams'>

/** What of a participant the monitor's service tells: their sessions, in seconds since 1970. */
const participantReply = z.looseObject({
  Sessions: z
    .array(z.looseObject({ Activity_Id: z.union([z.string(), z.number()]), Start: z.number(), End: z.number().nullish() }))
    .default([]),
})

/** The organisation's own part of the monitor: its service, its key and its app. Undefined if something of it is missing. */
export const monitorOf = async ({ config, database }: Pick<Asking, 'config' | 'database'>, orgId: number) => {
  const service = config.proctoring.get(orgId)?.integrityAdvocate
  const appId = (await organisationSetting(database, orgId, 'IntegrityAdvocate-AppID'))?.trim()
  return service && appId ? { ...service, appId } : undefined
}

/** Whom the monitor watches, by what is known of them here. */
export const participantOf = (
  appId: string,
  person: Pick<PersonTable, 'user_id' | 'first_name' | 'last_name' | 'email'>,
  { objectID, qualificationID }: Pick<AuthoredExam, 'objectID' | 'qualificationID'>,
): Participant => ({
  appid: appId,
  participantidentifier: String(person.user_id),
  courseid: String(qualificationID ?? ''),
  participantfirstname: person.first_name,
  participantlastname: person.last_name,
  participantemail: person.email ?? '',
  activityid: String(objectID),
})

const watched = async (context: Asking, session: ProctoredSessionTable, schedule: ScheduleTable) => {
  const monitor = await monitorOf(context, session.org_id)
  const loaded = await context.exams.load({ ...schedule, form_run_guid: '' })
  if (!monitor || !loaded) return undefined
  const person = await selectWatched(context.database, session)
  return { monitor, participant: participantOf(monitor.appId, person, loaded.exam) }
}

const readSessions = (text: string) => {
  try {
    return participantReply.safeParse(JSON.parse(text)).data?.Sessions
  } catch {
    return undefined
  }
}

/** Why a session is not known to continue. `isDenied`: the monitor's service itself says that it doesn't. */
export interface NotKnown {
  readonly why: string
  readonly isDenied: boolean
}

const unknown = (why: string): NotKnown => ({ why, isDenied: false })

/** Whether a session is not known to continue, by the monitor's own service; undefined if it does. */
export const notKnownToRun = async (
  context: Asking,
  session: ProctoredSessionTable,
  schedule: ScheduleTable,
): Promise<NotKnown | undefined> => {
  const found = await watched(context, session, schedule)
  if (!found) return unknown('the provider is not configured for this organisation')
  const { monitor, participant } = found
  const { courseid, participantidentifier, activityid } = participant
  const address = `${monitor.address}/api/participant`
  const answer = await askProvider(
    () => [
      `${address}?${new URLSearchParams({ courseid, participantidentifier })}`,
      { headers: { authorization: monitorAuthorization(address, nextSigning(monitor, context.clock.nowMs())) } },
    ],
    { withinMs: context.config.proctoringPatienceMs },
  )
  if (!answer.ok) return unknown(answer.why)
  const sessions = readSessions(answer.text)
  if (!sessions) return unknown('it answered nothing that could be read')
  const isRunning = sessions.some(
    ({ Activity_Id, End }) => String(Activity_Id) === activityid && (End === undefined || End === null || End <= 0),
  )
  return isRunning ? undefined : { why: 'it knows of no session of this learner that goes on', isDenied: true }
}

/** Tells the monitor's service that a session is over. */
export const closeMonitor = async (context: Asking, session: ProctoredSessionTable, schedule: ScheduleTable): Promise<void> => {
  const found = await watched(context, session, schedule)
  if (!found) return
  const { appid, participantidentifier, courseid, activityid } = found.participant
  const query = new URLSearchParams({ appid, participantidentifier, courseid, activityid })
  const answer = await askProvider(() => [`${found.monitor.address}/participants/endsession?${query}`, {}], {
    withinMs: context.config.proctoringPatienceMs,
  })
  if (!answer.ok) throw new Error(`The integrity monitor did not receive the end: ${answer.why}.`)
}
