import type { SebKeys } from '@sitwell/exam/seb-hashes'
import type { FastifyRequest } from 'fastify'
import type { FormRunFacts } from '../assessment/form-run-facts.ts'
import { noteWithout, scheduleOfRun } from '../assessment/may-start.ts'
import type { Caller } from '../http/caller.ts'
import type { Ground } from '../http/service.ts'
import type { AuthoredExam } from '../import/authored-exam.ts'
import { originOfRequest, type Site, siteOf } from '../security/site-addresses.ts'
import { sebKeysOf } from './exam-settings.ts'
import { showsSeb } from './seb-proof.ts'
import { sebRuleOf } from './seb-rule.ts'

/** What holds a form run's browser, asked at this origin; null where any will do. */
interface Held {
  readonly origin: string
  readonly by: { readonly keys: SebKeys; readonly site: Site } | null
}

/** An answer that comes from elsewhere is kept, and written down once in this time: one may come with every key. */
const noteEveryMs = 60_000

interface Saved {
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly run: FormRunFacts
  readonly exam: AuthoredExam
}

/**
 * Writes down that an answer came from another browser than Safe Exam Browser, to an exam that is held to it. The answer counts like any:
 * what its learner has typed is never lost to them. Nothing is asked of the database for it but once in as long as facts are kept.
 */
export const createOutsideWatch = (ground: Ground) => {
  const held = new WeakMap<FormRunFacts, Held>()
  const noted = new WeakMap<FormRunFacts, number>()

  const heldOf = async ({ request, run, exam }: Saved): Promise<Held['by']> => {
    const origin = originOfRequest(request)
    const known = held.get(run)
    if (known?.origin === origin) return known.by
    const schedule = await scheduleOfRun(ground, run)
    const rule = schedule && sebRuleOf({ schedule, exam })
    const site = rule && (await siteOf(ground, run.org_id, request))
    const by = site ? { keys: sebKeysOf({ keys: ground.keys, orgId: run.org_id, exam, rule, site }), site } : null
    held.set(run, { origin, by })
    return by
  }

  return async (saved: Saved): Promise<void> => {
    const { request, run } = saved
    const by = await heldOf(saved)
    if (!by || showsSeb(request, by.keys, by.site)) return
    const nowMs = ground.clock.nowMs()
    if (nowMs - (noted.get(run) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
    noted.set(run, nowMs)
    await noteWithout(ground, saved, 'An answer was taken all the same.')
  }
}
