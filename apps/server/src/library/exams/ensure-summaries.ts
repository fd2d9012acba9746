import { setImmediate as turn } from 'node:timers/promises'
import type { ExamPlace } from '../../assessment/form-run/index.ts'
import type { Database } from '../../db/database.ts'
import { authoredExam } from '../../import/authored-exam.ts'
import { runWorker } from '../reading/run-worker.ts'
import { selectContent, selectUnsummed, writeSummary } from './queries.ts'
import { type ExamSummary, summaryOf } from './summary.ts'

/** Characters of an exam that is read here: a larger one would hold up whoever saves. */
const mostHere = 200_000

/** Exams that are asked for at once. */
const most = 100

/** The summary of an exam; undefined of one that an older server stored and this one doesn't read. */
const summarise = async (content: string): Promise<ExamSummary | undefined> => {
  if (content.length > mostHere) return runWorker<ExamSummary>({ do: 'summarise', content }).catch(() => undefined)
  const read = authoredExam.safeParse(JSON.parse(content))
  return read.success ? summaryOf(read.data) : undefined
}

const ofUnread = (name: string): ExamSummary => ({ name, questions: 0, marks: 0, sections: [], types: [] })

/**
 * Works out what lists show of the exams that came by a command, before the library of an organisation is listed. Each is read once, in
 * its own turn, because an exam may be large and learners are saving.
 */
export const ensureSummaries = async (database: Database, orgId: number): Promise<void> => {
  for (;;) {
    const missing = await selectUnsummed(database, orgId, most)
    for (const { org_id, exam_guid, version, name } of missing) {
      const place: ExamPlace = { org_id, exam_guid, version }
      const held = await selectContent(database, place)
      if (!held) continue
      const summary = (await summarise(held.content)) ?? ofUnread(name)
      await writeSummary(database.kysely, { place, summary, importedMs: held.imported_at, storedBy: null })
      await turn()
    }
    if (missing.length < most) return
  }
}
