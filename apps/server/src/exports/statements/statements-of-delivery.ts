import type { ResultParts } from '@sitwell/exam/organisation/result-mask'
import { withShownParts } from '../../assessment/form-run/index.ts'
import { partsOf } from '../../assessment/results/index.ts'
import type { DeliveryTable } from '../../db/schema.ts'
import { paperReader } from '../../paper/reader.ts'
import type { ExportsContext } from '../exports-context.ts'
import { exactPercent } from '../results/exact-percent.ts'
import type { ExportedRow } from '../results/exported-row.ts'
import type { ReadResults } from '../results/read-results.ts'
import { isStated, type Statement } from './statement-document.ts'
import { statementWords } from './statement-words.ts'

/** Why somebody has no statement. */
export type WithoutStatement = 'erased' | 'undecided' | 'unmarked' | 'withheld'

/** Undefined of somebody who has one. */
export const withoutStatement = (row: ExportedRow): WithoutStatement | undefined => {
  if (row.userId === undefined || `${row.firstName}${row.lastName}`.trim() === '') return 'erased'
  if (row.isWithheld) return 'withheld'
  if (!isStated(row.outcome)) return 'undecided'
  return row.outcome === 'sat' && (row.score === null || row.maxScore === null) ? 'unmarked' : undefined
}

/** Whose statements are wanted: those with these numbers, or everybody's. */
export const isWanted = (people: readonly number[] | undefined, { userId }: ExportedRow): boolean =>
  people === undefined || (userId !== undefined && people.includes(userId))

const oneMark = 1_000_000_000

const resultIn = ({ score, maxScore, grade, passed }: ExportedRow, parts: ResultParts): Statement['result'] => {
  if (score === null || maxScore === null) return {}
  const isCounted = maxScore > 0
  return {
    ...(parts.marks && isCounted && { marks: { score: score / oneMark, max: maxScore / oneMark } }),
    ...(parts.percentage && isCounted && { percent: Number(exactPercent(score, maxScore).number) }),
    ...(parts.grade && { grade: grade ?? undefined, passed: passed ?? undefined }),
  }
}

/** Makes statements of the results of a delivery, as far as the exam shows them to learners. */
export const statementsOf = (context: ExportsContext, delivery: DeliveryTable, results: ReadResults) => {
  const { database, exams, clock } = context
  const partsByVersion = new Map<number, ResultParts>()
  const issuedAtMs = clock.nowMs()

  const shownParts = async ({ examVersion, formRunGuid }: ExportedRow): Promise<ResultParts> => {
    const known = partsByVersion.get(examVersion ?? 0)
    if (known) return known
    const run = await database.kysely
      .selectFrom('form_run')
      .selectAll()
      .where('org_id', '=', delivery.org_id)
      .where('form_run_guid', '=', formRunGuid ?? '')
      .executeTakeFirst()
    const loaded = run && (await exams.load(run))
    const parts = loaded
      ? partsOf(await withShownParts(database, delivery.org_id, loaded.exam))
      : { marks: false, percentage: false, grade: false }
    partsByVersion.set(examVersion ?? 0, parts)
    return parts
  }

  /** Of a row that has one. Undefined if its person is gone by now. */
  return async (row: ExportedRow): Promise<Statement | undefined> => {
    const reader = await paperReader(database, { orgId: delivery.org_id, userGuid: row.userGuid })
    if (!reader || !isStated(row.outcome)) return undefined
    const { language, organisation, colours, name } = reader
    return {
      ...{ language, organisation, colours, name, words: await statementWords(database, delivery.org_id, reader) },
      ...{ number: row.identifier ?? String(row.userId), examName: results.exam, session: delivery.name },
      ...{ dayMs: row.handedInAtMs ?? delivery.start_at, zone: delivery.zone, outcome: row.outcome },
      result: row.outcome === 'sat' ? resultIn(row, await shownParts(row)) : {},
      ...{ isPreview: !results.isShown, issuedAtMs },
    }
  }
}
