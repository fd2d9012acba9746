import type { SchemeRow, SchemeState, SchemeVersion } from '@sitwell/contract'
import { broughtScheme } from '@sitwell/question-types/mark-schemes'
import type { AuthoredQuestion } from '@sitwell/question-types/marking'
import type { Kysely } from 'kysely'
import type { MarkSchemeTable, Schema } from '../db/schema.ts'
import { namesOf } from '../office/people/names-of.ts'
import type { MarkedPlace } from './exam-of-schemes.ts'
import type { MarkSchemesContext } from './mark-schemes-context.ts'
import { type NumberedScheme, type SchemeKey, schemeIn, selectVersions } from './scheme-rows.ts'

const versionOf = (row: MarkSchemeTable, nameOf: (guid: string) => string): SchemeVersion => ({
  number: row.number,
  // What is read was checked when it was written.
  scheme: schemeIn(row) as SchemeVersion['scheme'],
  origin: row.written_by === null ? 'import' : 'office',
  ...(row.written_by !== null && { writtenBy: nameOf(row.written_by) }),
  writtenAt: new Date(row.written_at).toISOString(),
  ...(row.reason !== '' && { reason: row.reason }),
  ...(row.marked !== 'none' && { marked: { responses: row.affected, choice: row.marked, isDone: row.is_settled === 1 } }),
})

const broughtVersion = (question: AuthoredQuestion, part: string): SchemeVersion[] => {
  const scheme = broughtScheme(question, part)
  return scheme ? [{ number: 1, scheme: scheme as SchemeVersion['scheme'], origin: 'exam' }] : []
}

/** A scheme with all its versions. */
export const readState = async (
  { database }: Pick<MarkSchemesContext, 'database'>,
  kysely: Kysely<Schema>,
  key: SchemeKey,
  { question, part }: Pick<MarkedPlace, 'question' | 'part'>,
): Promise<SchemeState> => {
  const rows = await selectVersions(kysely, key)
  const nameOf = await namesOf(database, key.org_id, [...new Set(rows.flatMap(({ written_by }) => written_by ?? []))])
  const [current, ...earlier] = [...rows.map((row) => versionOf(row, nameOf)), ...broughtVersion(question, part)]
  return { ...(current && { current }), earlier }
}

/** A line of the list of schemes. */
export const rowOf = (
  { question, part, marks, number, partNumber, text }: MarkedPlace,
  newest: NumberedScheme | undefined,
  responses: SchemeRow['responses'],
): SchemeRow => ({
  ...{ questionID: question.id, part, number, text, type: question.type, marks, responses },
  ...(partNumber !== undefined && { partNumber }),
  scheme: newest?.version ?? 0,
  criteria: newest?.scheme.criteria.length ?? 0,
})
