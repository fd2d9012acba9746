import type { Database } from '../apps/server/src/db/database.ts'
import { factsOf, termsOf } from '../apps/server/src/lms/cmi5/queries.ts'
import { selectDocument } from '../apps/server/src/lms/lrs/document-queries.ts'
import type { World } from '../e2e/arrange.ts'
import { agentKey } from '../packages/exam/src/courses/xapi/agents.ts'
import { notedVerb, notesId } from './cmi5-course.ts'
import type { Stored, StoredEvent, StoredVersion } from './stored.ts'
import { storedOf } from './stored-course.ts'

const version = (fields: Pick<StoredVersion, 'questionId' | 'answerText' | 'bookmarked'>): StoredVersion => ({
  ...{ formRunGuid: '', sequence: 0, writerId: '', optionIds: [], workings: '' },
  ...fields,
})

/**
 * Reads a learner's one course of cmi5 past the server, in the words of an exam: what stands is the document that each unit keeps, its
 * history the statements that tell of it.
 */
export const readStoredCmi5 = async ({ kysely }: Pick<Database, 'kysely'>, world: Pick<World, 'orgId'>): Promise<Stored> => {
  const { orgId } = world
  const course = await kysely.selectFrom('course_attempt').selectAll().where('org_id', '=', orgId).executeTakeFirstOrThrow()
  const scos = await kysely.selectFrom('sco_attempt').selectAll().where('org_id', '=', orgId).orderBy('position').execute()
  const sessions = await kysely.selectFrom('cmi5_session').selectAll().where('org_id', '=', orgId).execute()
  const statements = await kysely
    .selectFrom('xapi_statement')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('number')
    .execute()
  const places = new Map(scos.map(({ sco_attempt_id, position }) => [sco_attempt_id, position]))
  const launches = new Map(sessions.map((session) => [session.session_guid, session]))

  const versions = new Map<string, Pick<StoredVersion, 'answerText' | 'bookmarked'>>()
  const events = statements.flatMap((row): StoredEvent[] => {
    const launch = row.session_guid === null ? undefined : launches.get(row.session_guid)
    const isNoted = row.verb === notedVerb
    if (!launch || !(isNoted || row.verb.endsWith('/completed'))) return []
    const questionId = String(places.get(launch.sco_attempt_id))
    const before = versions.get(questionId) ?? { answerText: '', bookmarked: false }
    // Boundary: the harness's own unit wrote it.
    const { result } = JSON.parse(row.statement) as { result?: { response?: string } }
    const now = isNoted ? { ...before, answerText: result?.response ?? '' } : { ...before, bookmarked: true }
    versions.set(questionId, now)
    return [
      {
        ...version({ questionId, ...now }),
        ...{ sequence: row.number, writerId: launch.session_guid, requestId: row.statement_id },
        ...{ outcome: 'applied', receivedAt: row.stored_at, clientTime: null },
      },
    ]
  })
  const answers = await Promise.all(
    scos.map(async (sco) => {
      const launch = sessions.find(({ sco_attempt_id }) => sco_attempt_id === sco.sco_attempt_id)
      if (!launch) return []
      const { actor, activityId, registration } = termsOf(launch)
      const place = { kind: 'state', activityId, agent: agentKey(actor), registration } as const
      const document = await selectDocument(kysely, orgId, place, notesId)
      const { text = '' } = document ? (JSON.parse(Buffer.from(document.content).toString()) as { text?: string }) : {}
      const questionId = String(sco.position)
      const last = events.filter((event) => event.questionId === questionId).at(-1)
      return [
        { ...version({ questionId, answerText: text, bookmarked: factsOf(sco).completed }), sequence: last?.sequence ?? 0 },
      ]
    }),
  )
  return storedOf(course, answers.flat(), events)
}
