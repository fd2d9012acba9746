import { takePlace } from '@sitwell/contract'
import { refuse } from '../http/refusal.ts'
import { type Ground, route } from '../http/service.ts'
import { selectFormRun, selectFormRunOfOrganisation } from './queries.ts'
import { changeLedger } from './time-ledger.ts'

/**
 * A form run takes the place of one that this database has lost. Nothing tells what was used of that one but the browser, which may say
 * nothing at all: so its word is believed where it takes time away, and it can give none.
 */
export const takePlaceRoute = (ground: Ground) =>
  route(takePlace, async ({ caller, body }) => {
    const { database, generation, config } = ground
    const { formRunGuid, from, answers } = body
    const run = await selectFormRun(database, caller, formRunGuid)
    if (!run) return refuse('NOT_FOUND', 'There is no such form run for this person.')
    if (run.completed_at !== null) return refuse('FORM_RUN_COMPLETED', 'The form run has been completed.')
    // What this very database has taken away, by a reset, isn't lost; and what it has isn't either.
    const isThere = (await selectFormRunOfOrganisation(database, caller.orgId, from)) !== undefined
    const mayBeReset = config.useResetScheduleCheat && body.generation === generation.current()
    if (isThere || mayBeReset) return { ok: true, value: { takesPlace: false } }
    await changeLedger(ground, { orgId: caller.orgId, formRunGuid }, caller, ({ run: held, events, plan }) => {
      if (held.completed_at !== null || events.some((event) => event.kind === 'hand-in' && event.from === from)) return []
      const isPart = (id: string | undefined) => id === undefined || plan.parts.some((part) => part.id === id)
      const used = body.used
        .filter(({ partId }) => isPart(partId))
        .map(({ partId, seconds }) => ({ ...(partId !== undefined && { partId }), ms: Math.round(seconds * 1000) }))
      return [{ kind: 'hand-in', from, answers, used }]
    })
    return { ok: true, value: { takesPlace: true } }
  })
