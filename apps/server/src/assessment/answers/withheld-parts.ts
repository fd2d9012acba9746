import { revealedParts } from '@sitwell/exam/parts/part-release'
import { setBackAfter } from '../../generation/queries.ts'
import { refuse } from '../../http/refusal.ts'
import type { AssessmentContext } from '../assessment-context.ts'
import { isKnownGuid, type LoadedExam, type RunPlace, sealRulesOf, selectLedger, type WrittenEvent } from '../form-run/index.ts'

/** Names a form run and its schedule. */
interface RunNames {
  readonly org_id: number
  readonly form_run_guid: string
  readonly schedule_guid: string
}

/** What this process has read about a form run. A part that was revealed stays revealed. */
interface Known {
  readonly isSealed: boolean
  readonly revealed: Set<string>
}

/** The same for every request, so that it tells nothing about the part. */
const partSealed = () => refuse('PART_SEALED', 'The part is sent when its learner gets to it.')

/**
 * Whether the ledger may lack keys that were given: the database was set back after the form run began, or the form run replaces one
 * that the database has lost. A learner who has such a key also has answers, which must not be refused.
 */
const mayLackKeys = async (
  { database, keys }: Pick<AssessmentContext, 'database' | 'keys'>,
  run: RunNames,
  events: readonly WrittenEvent[],
): Promise<boolean> => {
  const isLost = (guid: string) => guid !== run.form_run_guid && isKnownGuid(keys, run, guid)
  if (events.some((event) => event.kind === 'hand-in' && isLost(event.from))) return true
  const startedMs = events[0]?.atMs ?? 0
  return (await setBackAfter(database, new Date(startedMs).toISOString())) !== undefined
}

/** Refuses a request about a part whose content was never given to its learner. Call it before anything compares the request with the part. */
export type RefuseWithheld = (
  run: RunNames,
  loaded: LoadedExam,
  partId: string | undefined,
) => Promise<ReturnType<typeof partSealed> | undefined>

/** Caches what it reads for as long as the object that names the form run lives. */
export const createRefuseWithheld = (context: Pick<AssessmentContext, 'database' | 'keys'>): RefuseWithheld => {
  const { database } = context
  const known = new WeakMap<RunNames, Known>()
  const knownOf = async (run: RunNames, loaded: LoadedExam): Promise<Known> => {
    const found = known.get(run)
    if (found) return found
    const { isSealed } = await sealRulesOf(database, run.org_id, loaded.exam)
    const read = { isSealed, revealed: new Set<string>() }
    known.set(run, read)
    return read
  }
  return async (run, loaded, partId) => {
    if (partId === undefined) return undefined
    const { isSealed, revealed } = await knownOf(run, loaded)
    if (!isSealed || revealed.has(partId)) return undefined
    const place: RunPlace = { orgId: run.org_id, formRunGuid: run.form_run_guid }
    const events = await selectLedger(database, place)
    const parts = revealedParts(events)
    for (const id of parts ?? [partId]) revealed.add(id)
    return revealed.has(partId) || (await mayLackKeys(context, run, events)) ? undefined : partSealed()
  }
}
