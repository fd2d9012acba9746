import type { SebKeys } from '@sitwell/exam/seb/seb-hashes'
import type { FastifyRequest } from 'fastify'
import type { ScheduleTable } from '../../db/schema.ts'
import type { Caller } from '../../http/caller.ts'
import type { ServiceContext } from '../../http/service.ts'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { createMonitorWatch } from '../../proctoring/monitor-watch.ts'
import { proctoredSession } from '../../proctoring/proctored-session.ts'
import { sebKeysOf } from '../../seb/exam-settings.ts'
import { showsSeb } from '../../seb/seb-proof.ts'
import { sebRuleOf } from '../../seb/seb-rule.ts'
import { originOfRequest, type Site, siteOf } from '../../security/organisation/site-addresses.ts'
import { noteWithout, scheduleOfRun } from '../schedules/may-start.ts'
import type { FormRunFacts } from './form-run-facts.ts'

/** What an exam asks for of who sits it, asked at this origin; null where any browser will do, and where nobody proctors. */
interface Held {
  readonly origin: string
  readonly by: { readonly keys: SebKeys; readonly site: Site } | null
  readonly proctored: ScheduleTable | null
}

/** An answer that comes without is kept, and written down once in this time: one may come with every key. */
const noteEveryMs = 60_000

interface Saved {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly run: FormRunFacts
  readonly exam: AuthoredExam
}

/**
 * Writes down that an answer came from another browser than Safe Exam Browser, or without a proctored session, to an exam that asks for
 * it. The answer counts like any: what its learner has typed is never lost to them. Of exams that ask for neither nothing is asked of
 * the database but once in as long as facts are kept.
 */
export const createUnsupervisedWatch = (context: ServiceContext) => {
  const held = new WeakMap<FormRunFacts, Held>()
  const noted = new WeakMap<FormRunFacts, Map<string, number>>()
  const watchMonitor = createMonitorWatch(context)

  const heldOf = async ({ request, run, exam }: Saved): Promise<Held> => {
    const origin = originOfRequest(request)
    const known = held.get(run)
    if (known?.origin === origin) return known
    const schedule = await scheduleOfRun(context, run)
    const rule = schedule && sebRuleOf({ schedule, exam })
    const site = rule && (await siteOf(context, run.org_id, request))
    const by = site ? { keys: sebKeysOf({ keys: context.keys, orgId: run.org_id, exam, rule, site }), site } : null
    const proctored = schedule && proctoredSession.askedOf({ schedule, exam }) !== undefined ? schedule : null
    const now = { origin, by, proctored }
    held.set(run, now)
    return now
  }

  /** What is missing, and why: two of them that are missing in turn are two notes. */
  const missingOf = async (saved: Saved): Promise<string | undefined> => {
    const { by, proctored } = await heldOf(saved)
    if (by && !showsSeb(saved.request, by.keys, by.site)) return 'browser'
    if (!proctored) return undefined
    const no = await proctoredSession.unmet(context, { ...saved, schedule: proctored })
    if (!no) watchMonitor(proctored, saved.exam)
    return no?.message
  }

  return async (saved: Saved): Promise<void> => {
    const missing = await missingOf(saved)
    if (missing === undefined) return
    const nowMs = context.clock.nowMs()
    const before = noted.get(saved.run) ?? new Map<string, number>()
    if (nowMs - (before.get(missing) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
    noted.set(saved.run, before.set(missing, nowMs))
    await noteWithout(context, saved, 'An answer was taken all the same.')
  }
}
