import { randomUUID } from 'node:crypto'
import { proctorioLaunchUrl } from '@sitwell/contract'
import { admitToWall, noteSupervision } from '../assessment/schedules/index.ts'
import type { OrganisationTable, PersonTable, ScheduleTable } from '../db/schema.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import type { ProctorioConfig } from '../proctoring-config.ts'
import { hashOfToken } from '../tokens/refresh-token.ts'
import { askProvider } from './ask-provider.ts'
import { type Launch, signedLaunch } from './launch-request.ts'
import { ownOrigin } from './own-pages.ts'
import { proctorProviderOf } from './proctor-provider.ts'
import type { ProctoringContext } from './proctoring-context.ts'
import { readLaunchAnswer } from './read-launch-answer.ts'
import { scheduleOfSession } from './schedule-of-session.ts'
import { putAsked } from './session-queries.ts'
import { makeTicket, ticketMs } from './ticket.ts'

const base64 = (text: string) => encodeURIComponent(Buffer.from(text, 'utf8').toString('base64'))

/** For a pattern that represents this text alone. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const launchOf = (
  origin: string,
  { schedule, person, organisation }: Of,
  { ticket, options }: { readonly ticket: string; readonly options: readonly string[] },
): Launch => {
  const entry = `${origin}/proctorio/${encodeURIComponent(organisation.url_token)}`
  return {
    launchUrl: `${entry}/${base64(person.username)}/${base64(ticket)}/${encodeURIComponent(schedule.exam_guid)}`,
    userId: person.user_guid,
    examStart: `${literally(entry)}\\/.*`,
    examTake: `${literally(origin)}\\/(proctorio\\/start|rubric|schedules|exam\\/.*|reload\\/.*)`,
    examEnd: `${literally(origin)}\\/proctorio(\\/finish|\\/end|-return\\/.*)`,
    options,
    fullName: `${person.first_name} ${person.last_name}`.trim(),
    examTag: schedule.exam_guid,
  }
}

interface Of {
  readonly schedule: ScheduleTable
  readonly person: PersonTable
  readonly organisation: OrganisationTable
}

/** The provider's address for a launch, or why there is none. */
const askFor = async (
  provider: ProctorioConfig,
  launch: Launch,
  { clock, config }: Pick<ProctoringContext, 'clock' | 'config'>,
) => {
  const answer = await askProvider(
    () => [
      provider.address,
      { method: 'POST', body: signedLaunch(provider, launch, { nowMs: clock.nowMs(), nonce: randomUUID() }) },
    ],
    { withinMs: config.proctoringPatienceMs },
  )
  if (!answer.ok) return answer
  const url = readLaunchAnswer(answer.text, provider.origin)
  return url === undefined
    ? { ok: false as const, why: `it answered no address of ${provider.origin}` }
    : { ok: true as const, url }
}

/** Asks the provider where a learner is let in, with a ticket that nobody but the provider gets. */
export const launchUrlRoute = (context: ProctoringContext) =>
  route(proctorioLaunchUrl, async ({ caller, query }) => {
    const { database, config, clock } = context
    const notFound = refuse('NOT_FOUND', 'There is no such proctored session for this person.')
    const found = await scheduleOfSession(context, caller, query.proctorSessionID)
    if (!found || found.person.user_id !== query.userID) return notFound
    const { person, organisation } = found
    const wanted = { userGuid: caller.userGuid, scheduleGuid: found.schedule.schedule_guid, examGuid: found.schedule.exam_guid }
    const admission = await admitToWall(context, caller, wanted)
    if (!admission.ok) return admission
    const { schedule, loaded } = admission
    const provider = config.proctoring.get(caller.orgId)?.proctorio
    if (proctorProviderOf(schedule, loaded.exam) !== 'Proctorio') return notFound
    const unavailable = async (why: string) => {
      const text = `No proctored session could be asked for: ${why}.`
      await noteSupervision(context, { caller, schedule }, { provider: 'Proctorio', what: 'refusal', text })
      return refuse('PROCTORING_UNAVAILABLE', text)
    }
    if (!provider) return unavailable('the provider is not configured for this organisation')
    const origin = ownOrigin(config, organisation, query.host)
    if (origin === undefined)
      return refuse('INVALID_REQUEST', 'The host is none of this organisation by the configuration.', {
        details: [{ path: 'query.host', message: 'no address of the organisation' }],
      })
    const ticket = makeTicket()
    const nowMs = clock.nowMs()
    const options = [...new Set([...provider.options, ...query.options.split(',').filter((flag) => flag !== '')])]
    const launch = launchOf(origin, { schedule, person, organisation }, { ticket, options })
    await putAsked(database, {
      org_id: caller.orgId,
      proctored_session_id: query.proctorSessionID,
      schedule_guid: schedule.schedule_guid,
      user_guid: caller.userGuid,
      provider: 'Proctorio',
      asked_at: nowMs,
      asked_in: caller.sessionId,
      ticket_hash: hashOfToken(ticket),
      ticket_until: nowMs + ticketMs,
    })
    if (provider.debug) return { ok: true, value: { url: launch.launchUrl } }
    const answer = await askFor(provider, launch, context)
    return answer.ok ? { ok: true, value: { url: answer.url } } : unavailable(answer.why)
  })
