import { randomUUID } from 'node:crypto'
import { calls, type ReplyOf } from '@sitwell/contract'
import type { OfficeBrowser } from '../../apps/server/src/testing/office-browser.ts'
import { openAs } from './open-as.ts'

type Item = ReplyOf<typeof calls.officeMarkingNext>['responses'][number]

/** Marks in halves, by how much was given: nobody reads these answers. */
const marksFor = ({ response }: Item, maxMarks: number): number => {
  const share = response.kind === 'text' ? Math.min(1, response.text.length / 260) : 0.75
  return Math.round(share * maxMarks * 2) / 2
}

const giveMark = (by: OfficeBrowser, item: Item, marks: number) =>
  by.doIt(calls.officeMarkingGive, {
    body: {
      ...{ responseID: item.responseID, requestId: randomUUID(), basedOn: 0, marks },
      ...(item.sequence !== undefined && { sequence: item.sequence }),
      ...(item.files !== undefined && { files: item.files }),
    },
  })

/** Has the demonstration's marker mark half of the responses to each question of an exam, and its owner one of them as well, so that both conflict: its chief examiner, who has marked neither, may decide. */
export const markReports = async (origin: string, orgId: number, examName: string): Promise<void> => {
  const marker = await openAs(origin, orgId, 'marker')
  const owner = await openAs(origin, orgId, 'owner')
  const { queues } = await marker.doIt(calls.officeMarkingQueues, { query: {} })
  let hasConflict = false
  for (const { queueID, counts, maxMarks } of queues.filter((queue) => queue.examName === examName)) {
    for (let marked = 0; marked < counts.total / 2; ) {
      const { responses } = await marker.doIt(calls.officeMarkingNext, { body: { queueID, count: 5 } })
      if (responses.length === 0) break
      for (const item of responses) {
        const marks = marksFor(item, maxMarks)
        await giveMark(marker, item, marks)
        if (!hasConflict) await giveMark(owner, item, Math.max(0, marks - 2))
        hasConflict = true
      }
      marked += responses.length
    }
  }
}
