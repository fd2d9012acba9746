import * as z from 'zod'
import type { ActivityTable, UploadedFileTable } from '../../../db/schema.ts'
import { quotesOfAnswer } from './answer-quotes.ts'
import { judgedWords } from './judged-words.ts'
import { moment, type ReplayContext, type ReplayLine, seconds } from './replay-line.ts'

/** An activity in words, with what was typed, shown or said. */
interface ActivityText {
  readonly what: string
  readonly quotes?: ReplayLine['quotes']
  readonly questionId?: string
}

const aboutQuestion = z.object({ questionId: z.string(), value: z.unknown() })
const saved = z.object({ questionId: z.string(), answerText: z.string(), sequence: z.number().optional() })
const file = z.object({ fileName: z.string() })
const timer = z.object({ event: z.string(), timeRemaining: z.number().optional() })

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
const opened = (value: unknown, { question }: ReplayContext): ActivityText => ({
  what: `The page opened ${question(textOf(value))}.`,
  questionId: textOf(value),
})

const typed =
  (words: (question: string) => string) =>
  (value: unknown, { question }: ReplayContext): ActivityText => {
    const read = aboutQuestion.safeParse(value)
    if (!read.success) return { what: words('a question'), quotes: [{ about: 'As it was logged', text: textOf(value) }] }
    return {
      what: words(question(read.data.questionId)),
      questionId: read.data.questionId,
      quotes: quotesOfAnswer('Then it said', textOf(read.data.value)),
    }
  }

const acknowledged = (value: unknown, { question }: ReplayContext): ActivityText => {
  const read = saved.safeParse(value)
  if (!read.success) return { what: 'The browser heard that an answer was saved.' }
  const { questionId, sequence, answerText } = read.data
  return {
    what: `The browser heard that its answer to ${question(questionId)} was saved${sequence === undefined ? '' : ` (save ${sequence})`}.`,
    questionId,
    quotes: quotesOfAnswer('Answer', answerText),
  }
}

const withFile =
  (words: string) =>
  (value: unknown): ActivityText => ({
    what: words,
    quotes: [{ about: 'File', text: file.safeParse(value).data?.fileName ?? textOf(value) }],
  })

const quoting =
  (words: string, about: string) =>
  (value: unknown): ActivityText => ({ what: words, quotes: [{ about, text: textOf(value) }] })

const timerText = (value: unknown): ActivityText => {
  const { event, timeRemaining } = timer.safeParse(value).data ?? { event: textOf(value), timeRemaining: undefined }
  const left = timeRemaining === undefined ? '' : `, with ${timeRemaining} s left on the page`
  return { what: `The page's timer: ${event}${left}.` }
}

const clockChanged = (value: unknown): ActivityText => ({
  what: `The computer's clock was changed${typeof value === 'number' ? ` by ${seconds(value)}` : ''}.`,
})

/** By type (spec 3 §7). */
const words: Readonly<Record<number, (value: unknown, context: ReplayContext) => ActivityText>> = {
  0: typed((question) => `The answer to ${question} was changed on the page.`),
  1: acknowledged,
  2: typed((question) => `The workings of ${question} were changed on the page.`),
  3: opened,
  4: opened,
  5: opened,
  6: () => ({ what: 'The learner started the exam on the page.' }),
  7: () => ({ what: 'The learner confirmed the end of the exam on the page.' }),
  8: () => ({ what: 'The page ended the exam: its time was over.' }),
  9: () => ({ what: 'The learner went on with the exam after coming back to it.' }),
  10: () => ({ what: 'The page took up this form run.' }),
  11: opened,
  12: () => ({ what: 'The browser lost the connection to the server.' }),
  13: () => ({ what: 'The browser found the connection to the server again.' }),
  14: withFile('A file was uploaded.'),
  15: withFile('A file was chosen without a connection, to be uploaded later.'),
  16: withFile('A file was deleted.'),
  17: withFile('A file was deleted without a connection, to be told later.'),
  18: quoting('The learner confirmed a dialog.', 'Dialog'),
  19: quoting('The page showed a dialog.', 'Dialog'),
  20: quoting('The page told of a problem.', 'Message'),
  21: timerText,
  22: quoting('The page entered or left the full screen.', 'Full screen'),
  23: clockChanged,
}

const parsedValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What the page did and showed, as its activity log told it; at the moment that the browser says, or where it says none, of its coming. */
export const activityLines = (rows: readonly ActivityTable[], context: ReplayContext): ReplayLine[] =>
  rows.map((row) => {
    const atMs = Date.parse(row.activity_id)
    const isDated = !Number.isNaN(atMs)
    const {
      what,
      questionId,
      quotes = [],
    } = words[row.type]?.(parsedValue(row.value), context) ?? {
      what: `The page logged an activity of type ${row.type}.`,
      quotes: [{ about: 'As it was logged', text: row.value }],
    }
    return {
      atMs: isDated ? atMs : row.received_at,
      clock: isDated ? 'browser' : 'server',
      kind: 'activity',
      who: "The learner's browser",
      what,
      ...(questionId !== undefined && { questionId }),
      quotes,
      evidence: [`activity ${row.activity_id} (type ${row.type})`, `received ${moment(row.received_at)}`],
    }
  })

const fileOutcomes: Readonly<Record<UploadedFileTable['outcome'], string>> = {
  applied: '',
  'late-applied': ', after the completion, and counts',
  'over-time': ', and does not count',
  'in-pause': ', in a pause, and does not count',
  review: ', and waits for staff',
}

/** The files that arrived, and those that were deleted again. */
export const fileLines = (rows: readonly UploadedFileTable[]): ReplayLine[] =>
  rows.flatMap((row) => {
    const common = { clock: 'server', kind: 'file', who: 'The learner' } as const
    const quotes = [{ about: 'File', text: row.file_name }]
    const evidence = [`file ${row.file_guid}, ${row.file_size} bytes`, `SHA-256 ${row.sha256}`]
    const isLate = row.late_ms !== null && row.outcome !== 'in-pause'
    const late = isLate ? `, ${seconds(row.late_ms ?? 0)} after the end of its time` : ''
    const became = fileOutcomes[row.outcome]
    const judged = row.judged === null ? [] : judgedWords(row.judged, row.evidence)
    const came = {
      ...common,
      atMs: row.uploaded_at,
      what: `A file arrived${late}${became}.`,
      quotes,
      evidence: [...evidence, ...judged],
    }
    return [
      came,
      ...(row.accepted_at === null ? [] : [{ ...came, atMs: row.accepted_at, who: 'Staff', what: 'Staff let a file count.' }]),
      ...(row.deleted_at === null ? [] : [{ ...came, atMs: row.deleted_at, what: 'A file was deleted.' }]),
    ]
  })
