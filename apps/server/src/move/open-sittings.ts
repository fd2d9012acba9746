import type { Database } from '../db/database.ts'

/** Milliseconds for which somebody who fell silent is taken to be there still: a device is heard of each half a minute. */
const silenceMs = 10 * 60_000

/** What of an organisation is under way. */
export interface UnderWay {
  /** Exams that aren't completed, and whose time runs or whose learner was heard of just now. */
  readonly exams: number
  /** Lessons of SCORM that were saved just now, and units of cmi5 that haven't ended. */
  readonly lessons: number
}

/**
 * Whether somebody sits. An exam without a time, or one that is paused, may stay open for weeks: it counts while its learner is heard of.
 * One with a time counts until the server has completed it, a little after its end.
 */
export const openSittings = async ({ kysely }: Pick<Database, 'kysely'>, orgId: number, nowMs: number): Promise<UnderWay> => {
  const sinceMs = nowMs - silenceMs
  const exams = await kysely
    .selectFrom('form_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('completed_at', 'is', null)
    .where((where) =>
      where.or([where('ends_at', 'is not', null), where('heard_at', '>', sinceMs), where('started_at', '>', sinceMs)]),
    )
    .executeTakeFirstOrThrow()
  const scos = await kysely
    .selectFrom('sco_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('saved_at', '>', sinceMs)
    .where('has_ended', '=', 0)
    .executeTakeFirstOrThrow()
  const units = await kysely
    .selectFrom('cmi5_session')
    .innerJoin('cmi5_registration', (on) =>
      on
        .onRef('cmi5_registration.org_id', '=', 'cmi5_session.org_id')
        .onRef('cmi5_registration.registration', '=', 'cmi5_session.registration'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('cmi5_session.org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where('terminated_at', 'is', null)
    .where('abandoned_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { exams: Number(exams.count), lessons: Number(scos.count) + Number(units.count) }
}
