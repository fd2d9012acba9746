import { contentHash, type DigestLine, lackingOf } from '@sitwell/exam/answers/answer-digest'
import type { Database } from '../../db/database.ts'
import type { AnswerTable, FormRunTable } from '../../db/schema.ts'
import { selectAnswers, shownAnswer } from '../form-run/index.ts'

type Stored = Pick<AnswerTable, 'question_id' | 'sequence' | 'answer' | 'workings' | 'bookmarked'>

const lineOf = ({ question_id, sequence, answer, workings, bookmarked }: Stored): DigestLine => ({
  questionId: question_id,
  sequence,
  hash: contentHash({ answer: shownAnswer(answer), workings, bookmarked: bookmarked === 1 }),
})

/** What the server lacks of what a browser holds; the history is asked only where what stands doesn't say it all. */
export const lackingAnswers = async (
  database: Pick<Database, 'kysely'>,
  { org_id, form_run_guid }: Pick<FormRunTable, 'org_id' | 'form_run_guid'>,
  held: readonly DigestLine[],
): Promise<DigestLine[]> => {
  if (held.length === 0) return []
  const asked = new Map(held.map((line) => [line.questionId, line.sequence]))
  const rows = await selectAnswers(database, org_id, form_run_guid)
  // What is newer need not be read.
  const standing = rows.map((row) =>
    row.sequence === asked.get(row.question_id)
      ? lineOf(row)
      : { questionId: row.question_id, sequence: row.sequence, hash: '' },
  )
  const doubtful = lackingOf(held, new Map(standing.map((line) => [line.questionId, line])), [])
  if (doubtful.length === 0) return []
  const events = await database.kysely
    .selectFrom('answer_event')
    .select(['question_id', 'sequence', 'answer', 'workings', 'bookmarked'])
    .where('org_id', '=', org_id)
    .where('form_run_guid', '=', form_run_guid)
    .where(
      'sequence',
      'in',
      doubtful.map(({ sequence }) => sequence),
    )
    .execute()
  return lackingOf(doubtful, new Map(), events.map(lineOf))
}
