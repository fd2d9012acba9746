import { officeMarkScheme, officeMarkSchemes } from '@sitwell/contract'
import { type LoadedExam, loadWholeExam } from '../assessment/form-run/index.ts'
import type { Caller } from '../http/caller.ts'
import { refuse } from '../http/refusal.ts'
import { route } from '../http/service.ts'
import { type MarkedPlace, markedPlacesOf } from './exam-of-schemes.ts'
import type { MarkSchemesContext } from './mark-schemes-context.ts'
import { countResponses, countResponsesOfExam } from './marked-responses.ts'
import { newestOf, type SchemeKey, selectNewest } from './scheme-rows.ts'
import { readState, rowOf } from './scheme-state.ts'

type Context = Pick<MarkSchemesContext, 'clock' | 'database' | 'exams'>

const noExam = refuse('NOT_FOUND', 'There is no such version of an exam.')
const noPlace = refuse('NOT_FOUND', 'Nobody marks such a question of this exam.')

/** Lists all that a person marks of an exam. */
export const officeMarkSchemesRoute = (context: Context) =>
  route(officeMarkSchemes, async ({ caller, query }) => {
    const { kysely } = context.database
    const place = { org_id: caller.orgId, exam_guid: query.examGuid, version: query.version }
    const loaded = await loadWholeExam(context, place)
    if (!loaded) return noExam
    const asOf = new Date(context.clock.nowMs()).toISOString()
    const rows = await selectNewest(kysely, place)
    const responsesOf = await countResponsesOfExam(kysely, place)
    const questions = markedPlacesOf(loaded).map((one) =>
      rowOf(one, newestOf(rows, one.question, one.part), responsesOf(one.question.id, one.part)),
    )
    return { ok: true, value: { examName: loaded.exam.name, questions, asOf } }
  })

interface AskedPlace {
  readonly examGuid: string
  readonly version: number
  readonly questionID: string
  readonly part: string
}

/** A scheme's place, with its exam. */
export interface FoundPlace {
  readonly ok: true
  readonly key: SchemeKey
  readonly place: MarkedPlace
  readonly loaded: LoadedExam
}

/** What a call is about; refused if the organisation has no such exam, or nobody marks the question. */
export const findPlace = async (context: Context, caller: Caller, asked: AskedPlace): Promise<FoundPlace | typeof noExam> => {
  const exam = { org_id: caller.orgId, exam_guid: asked.examGuid, version: asked.version }
  const loaded = await loadWholeExam(context, exam)
  if (!loaded) return noExam
  const place = markedPlacesOf(loaded).find(({ question, part }) => question.id === asked.questionID && part === asked.part)
  if (!place) return noPlace
  return { ok: true, key: { ...exam, question_id: asked.questionID, part: asked.part }, place, loaded }
}

/** The line of a scheme in the list, and its versions, as they are now. */
export const readQuestion = async (context: Context, { key, place }: FoundPlace) => {
  const { kysely } = context.database
  const state = await readState(context, kysely, key, place)
  const newest = state.current && { version: state.current.number, scheme: state.current.scheme }
  const question = rowOf(place, newest, await countResponses(kysely, key))
  return { question, state, asOf: new Date(context.clock.nowMs()).toISOString() }
}

/** Shows one scheme with its versions. */
export const officeMarkSchemeRoute = (context: Context) =>
  route(officeMarkScheme, async ({ caller, query }) => {
    const found = await findPlace(context, caller, query)
    if (!found.ok) return found
    return { ok: true, value: { examName: found.loaded.exam.name, ...(await readQuestion(context, found)) } }
  })
