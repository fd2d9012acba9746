import type { Billionths } from '@sitwell/exam/marks-ledger/billionths'
import type { NewMarkEntry } from '@sitwell/exam/marks-ledger/mark-entry'
import type { Kysely } from 'kysely'
import type { FormRunTable, MarkEntryTable, ResponseMarkTable, Schema } from '../../db/schema.ts'
import { type LoadedExam, lockFormRun, selectFormRunOfOrganisation } from '../form-run/index.ts'
import { type LedgerContext, loadedOf, noteLocked } from '../ledger/index.ts'
import { keyOfResponse } from './entry-chain.ts'
import { entriesByResponse, entryOfRow, insertEntry, isSameEntry, selectByRequest } from './entry-rows.ts'
import { type EvaluatedQuestion, type EvaluatedResponse, evaluateQuestion, stateOf } from './evaluate.ts'
import { type FoundResponse, findResponse, hindranceOf, type ResponsePlace } from './find-response.ts'
import { markRows, type ReadFacts, readFacts } from './mark-form-run.ts'
import { type ConfirmedEntries, expectedRows, replaceRows, selectResponseRows } from './response-rows.ts'
import { isInConfirmedSet } from './shown-set.ts'

/** How a response stands after what was done to it. `open`: its form run was opened again, and its responses wait until that is completed. */
export type Standing =
  | { readonly state: 'open' }
  | {
      readonly state: ResponseMarkTable['state']
      /** The marks that count; undefined unless it is marked. */
      readonly marks?: Billionths
      /** The numbers of the entries that stand beside each other, if it is in conflict. */
      readonly between?: readonly number[]
      /** The results were confirmed before: they stay as they are until they are confirmed again. */
      readonly isPending: boolean
    }

/**
 * The result of it. `not-found`: there is no such response in the organisation, or no more. `own`: it is the author's. `changed-answer`: the
 * version of the answer that is named never was. `out-of-range`: the marks are none of the response. `mismatched`: the request id came
 * before, with something else. `decided`: somebody decided about the answer as it stands, and that is not returned to a pool.
 */
export type MarkOutcome =
  | { readonly kind: 'stored'; readonly entry: number; readonly standing: Standing; readonly isRepeated: boolean }
  | { readonly kind: 'not-found' | 'own' | 'changed-answer' | 'out-of-range' | 'mismatched' | 'decided' }

/** Who does something to a response, by which request: the same one again changes nothing and is answered with the same entry. */
export interface MarkAuthor {
  readonly author: string
  readonly requestId: string
}

/** How far the ledger of a response has come. */
export interface LedgerState {
  /** The number of its newest entry; 0 if there is none. */
  readonly newest: number
  /** Its sitting's results are confirmed. */
  readonly isConfirmed: boolean
}

/** What is to be written into the ledger of a response. */
export interface Change extends MarkAuthor {
  /** `files` is the digest of the files that its author saw, or of those that are there if they didn't say. */
  entry(files: string): NewMarkEntry
  /** The entry may have been stored before, based on another entry: then the stored basis is kept. */
  readonly isAgain?: boolean | undefined
  /** Whether it may be done to the response as it stands; one that may not is `decided`. */
  isPossible?(now: EvaluatedResponse, at: LedgerState): boolean
}

/** The part's response among those that were evaluated. */
const ownIn = ({ responses }: EvaluatedQuestion, part: string): EvaluatedResponse => {
  const own = responses.find((one) => one.part === part)
  if (!own) throw new Error(`A question lost its part ${part}`)
  return own
}

/** How many entries of the question's responses confirmed results know of: those that aren't pending yet. */
const confirmedOf = async (kysely: Kysely<Schema>, run: FormRunTable, place: ResponsePlace): Promise<ConfirmedEntries> => {
  if (run.results_confirmed_at === null) return undefined
  const rows = await selectResponseRows({ kysely }, place)
  return new Map(
    rows.map((row) => [
      keyOfResponse({ questionId: row.question_id, part: row.part }),
      row.is_pending === 1 ? 0 : row.newest_entry,
    ]),
  )
}

/**
 * Puts the marks of a question, and the rows of its responses, as they are with its ledger now. Results that are confirmed stay as they were
 * confirmed: the rows say that something came since.
 */
const keepQuestion = async (
  kysely: Kysely<Schema>,
  { run, place }: FoundResponse,
  evaluated: EvaluatedQuestion,
  { nowMs, confirmed }: { readonly nowMs: number; readonly confirmed: ConfirmedEntries },
): Promise<void> => {
  if (!confirmed)
    for (const { org_id, form_run_guid, question_id, ...mark } of markRows(run, [evaluated]))
      await kysely
        .updateTable('mark')
        .set(mark)
        .where('org_id', '=', org_id)
        .where('form_run_guid', '=', form_run_guid)
        .where('question_id', '=', question_id)
        .execute()
  const rows = expectedRows(run, evaluated.responses, confirmed)
  await replaceRows(kysely, run, rows, { nowMs, questionId: place.questionId })
}

const standingOf = (response: EvaluatedResponse, isPending: boolean): Standing => {
  const { counting } = response
  return {
    state: stateOf(counting),
    ...(counting.waiting === undefined && { marks: counting.marks }),
    ...(counting.waiting === 'conflict' && { between: counting.between }),
    isPending,
  }
}

interface Changing {
  readonly found: FoundResponse
  readonly loaded: LoadedExam
  readonly facts: ReadFacts
  readonly nowMs: number
}

const isPendingNow = async (kysely: Kysely<Schema>, { place }: FoundResponse): Promise<boolean> => {
  const rows = await selectResponseRows({ kysely }, place)
  return rows.some((row) => row.question_id === place.questionId && row.part === place.part && row.is_pending === 1)
}

/** A request that came before is answered with what it wrote then, and how the response stands now. */
const answerAgain = async (
  kysely: Kysely<Schema>,
  { found, facts }: Changing,
  { author, entry, isAgain }: Change,
  written: MarkEntryTable,
): Promise<MarkOutcome> => {
  const { place, run, question } = found
  const said = entryOfRow(written)
  const isOfPlace = written.question_id === place.questionId && written.part === place.part && written.author === author
  if (!isOfPlace || !said) return { kind: 'mismatched' }
  const wanted = entry('files' in said ? said.files : '')
  const compared = isAgain && 'basedOn' in wanted && 'basedOn' in said ? { ...wanted, basedOn: said.basedOn } : wanted
  if (!isSameEntry(written, compared)) return { kind: 'mismatched' }
  const standing: Standing =
    run.completed_at === null
      ? { state: 'open' }
      : standingOf(ownIn(evaluateQuestion(question, facts), place.part), await isPendingNow(kysely, found))
  return { kind: 'stored', entry: written.number, standing, isRepeated: true }
}

/** Writes an entry into the ledger of a response, its head into that of the sitting, and works out the question's mark; or none of that. */
const writeChange = async (
  kysely: Kysely<Schema>,
  { found, loaded, facts, nowMs }: Changing,
  wanted: Change,
): Promise<MarkOutcome> => {
  const { run, place, question } = found
  const before = ownIn(evaluateQuestion(question, facts), place.part)
  const held = facts.rows.filter(({ part }) => part === place.part)
  if (wanted.isPossible) {
    const isConfirmed = run.results_confirmed_at !== null || (await isInConfirmedSet(kysely, run))
    if (!wanted.isPossible(before, { newest: held.at(-1)?.number ?? 0, isConfirmed })) return { kind: 'decided' }
  }
  const entry = wanted.entry(before.response.files)
  const hindrance = await hindranceOf(kysely, found, entry)
  if (hindrance) return { kind: hindrance }
  const row = await insertEntry(kysely, run, place, held, entry, { ...wanted, nowMs })
  const event = { kind: 'mark', questionId: place.questionId, part: place.part, entry: row.number, head: row.hash } as const
  await noteLocked(kysely, { run, loaded, nowMs }, event, wanted.author)
  if (run.completed_at === null) return { kind: 'stored', entry: row.number, standing: { state: 'open' }, isRepeated: false }
  const confirmed = await confirmedOf(kysely, run, place)
  const evaluated = evaluateQuestion(question, { ...facts, entries: entriesByResponse([...facts.rows, row]) })
  await keepQuestion(kysely, found, evaluated, { nowMs, confirmed })
  const standing = standingOf(ownIn(evaluated, place.part), confirmed !== undefined)
  return { kind: 'stored', entry: row.number, standing, isRepeated: false }
}

/**
 * Does something to a response: all of it in one transaction, in which nobody else can change its form run, or nothing. It reads and writes
 * what belongs to this one question of this one sitting, so it costs the same whatever else there is.
 */
export const changeResponse = async (context: LedgerContext, place: ResponsePlace, wanted: Change): Promise<MarkOutcome> => {
  // Before the transaction: SQLite has one connection, which a transaction keeps to itself.
  const there = await selectFormRunOfOrganisation(context.database, place.orgId, place.formRunGuid)
  if (!there) return { kind: 'not-found' }
  if (there.user_guid === wanted.author) return { kind: 'own' }
  const loaded = await loadedOf(context, there)
  return context.database.kysely.transaction().execute(async (kysely): Promise<MarkOutcome> => {
    const run = await lockFormRun(kysely, place)
    const found = run && (await findResponse(kysely, place, run, loaded))
    if (!found) return { kind: 'not-found' }
    const facts = await readFacts(kysely, run, loaded, found.question)
    const changing = { found, loaded, facts, nowMs: context.clock.nowMs() }
    const written = await selectByRequest(kysely, place, wanted.requestId)
    return written ? answerAgain(kysely, changing, wanted, written) : writeChange(kysely, changing, wanted)
  })
}
