import type { MarkingQueue, QueueCounts, ResponseState } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

type Facts = Pick<MarkingQueue, 'number' | 'text' | 'part'>

/** The page on which a queue is marked; with a response, that one first. */
export const markingPath = (queueID: string, responseID?: string): string =>
  `/marking/queues/${queueID}${responseID === undefined ? '' : `?${new URLSearchParams({ response: responseID })}`}`

/** The page of what the marker has marked in a queue. */
export const minePath = (queueID: string): string => `/marking/queues/${queueID}/mine`

/** What a queue is called: its question and, if its parts are marked one by one, which of them. */
export const queueTitle = ({ number, text: begins, part }: Facts, text: OfficeText): string => {
  const question = number === undefined ? text('marking.queueOpen', { begins }) : text('marking.queueOf', { number, begins })
  return part === undefined ? question : text('marking.queuePart', { question, part: part.number })
}

/** How far a queue is, by the one definition: marked, of all that a person marks. */
export const progressText = ({ marked, total }: QueueCounts, text: OfficeText): string =>
  total === 0 ? text('marking.nothingToDo') : text('marking.progress', { marked, total })

/** The same without a title beside it. */
export const progressMarked = ({ marked, total }: QueueCounts, text: OfficeText): string =>
  total === 0 ? text('marking.nothingToDo') : text('marking.progressMarked', { marked, total })

/** Which exam a queue is of and, if it was offered by a delivery, which one. */
export const examLine = (
  { examName, examVersion, deliveryName }: Pick<MarkingQueue, 'examName' | 'examVersion' | 'deliveryName'>,
  text: OfficeText,
): string =>
  deliveryName === undefined
    ? text('marking.examLine', { exam: examName, version: examVersion })
    : text('marking.deliveryLine', { exam: examName, version: examVersion, delivery: deliveryName })

/** How much each state of a response needs attention. */
export const stateTones = {
  waiting: 'idle',
  conflict: 'bad',
  changed: 'late',
  cannot: 'late',
  marked: 'done',
} as const satisfies Readonly<Record<ResponseState, string>>

/** The page on which somebody decides about a response. */
export const decisionPath = (responseID: string): string => `/marking/decisions/${responseID}`
