import { type Answer, type Question, answer as wireAnswer } from '@sitwell/contract'
import * as z from 'zod/mini'
import { rulesOf } from '../rules.ts'
import { fromRecorded } from './recorded-answer.ts'
import { type RecordedActivity, type Recording, recordedTypes } from './recording.ts'

/** What stood in a question at the end. */
export interface PlayedAnswer {
  readonly answer: Answer
  readonly workings: string
  /** Whether the recording says that the server had it. */
  readonly saved: boolean
}

export interface PlayBack {
  /** By question id, in the order in which they were first answered. */
  readonly answers: ReadonlyMap<string, PlayedAnswer>
  /** The id of the question that the learner was at last. */
  readonly page: string | undefined
  readonly finished: boolean
  /** What could not be read, each by the id of its activity; the rest is played all the same. */
  readonly problems: readonly { readonly id: string; readonly message: string }[]
}

/** `answer` is ours: the whole answer, if the value lacks part of it. */
const change = z.object({ questionId: z.string(), value: z.unknown(), answer: z.optional(wireAnswer) })
/** `questionId`, `sequence` and `clientTime` (of the change that was saved) are ours: a recording may lack them. */
const saved = z.extend(wireAnswer, {
  questionId: z.optional(z.string()),
  sequence: z.optional(z.number()),
  clientTime: z.optional(z.iso.datetime({ offset: true })),
})
const notes = z.object({ questionId: z.string(), value: z.string() })

/** An answer, and the moment until which it is the newest that is known. */
interface Moment {
  readonly answer: Answer
  readonly atMs: number
  readonly sequence?: number | undefined
}
interface Track {
  changed?: Moment
  saved?: Moment
  workings: string
}

const isNewerSave = (next: Moment, before: Moment | undefined) =>
  before?.sequence === undefined || next.sequence === undefined || next.sequence > before.sequence

/**
 * What a question ended with. An acknowledgement comes after its save, and may come after a later change: what was changed since
 * the change that was saved is newer.
 */
const lastOf = ({ changed, saved: onServer, workings }: Track): PlayedAnswer | undefined => {
  const last = changed && (!onServer || changed.atMs > onServer.atMs) ? changed : onServer
  if (!last) return workings === '' ? undefined : { answer: { answerText: '', options: [] }, workings, saved: false }
  return { answer: last.answer, workings, saved: JSON.stringify(last.answer) === JSON.stringify(onServer?.answer) }
}

/** Plays a recording against the questions of its exam, to the answers that it ended with. Activities count by their moments. */
export const playBack = ({ activities }: Recording, questions: readonly Question[]): PlayBack => {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const tracks = new Map<string, Track>()
  const problems: { id: string; message: string }[] = []
  let page: string | undefined
  let lastChanged: string | undefined
  let finished = false

  const trackOf = (questionId: string): Track => {
    const track = tracks.get(questionId) ?? { workings: '' }
    tracks.set(questionId, track)
    return track
  }
  // Each answers what is wrong with the activity.
  const playChange = (value: unknown, atMs: number): string | undefined => {
    const read = change.safeParse(value)
    const question = byId.get(read.data?.questionId ?? '')
    if (!read.success || !question) return 'No question of this exam is named.'
    lastChanged = question.id
    const answer = fromRecorded(question, read.data.answer ?? read.data.value)
    if (!answer) return `This is no answer to question ${question.id}.`
    trackOf(question.id).changed = { answer, atMs }
    return undefined
  }
  const playSaved = (value: unknown, atMs: number): string | undefined => {
    const read = saved.safeParse(value)
    if (!read.success) return 'This is no saved answer.'
    const { questionId, sequence, clientTime, ...answer } = read.data
    const question = byId.get(questionId ?? lastChanged ?? page ?? '')
    if (!question) return 'No question of this exam was answered before.'
    if (rulesOf(question.type).problemsOf(question, answer).length > 0) return `This is no answer to question ${question.id}.`
    const next = { answer, sequence, atMs: clientTime === undefined ? atMs : Date.parse(clientTime) }
    const track = trackOf(question.id)
    if (isNewerSave(next, track.saved)) track.saved = next
    return undefined
  }
  const playNotes = (value: unknown): string | undefined => {
    const read = notes.safeParse(value)
    if (!read.success || !byId.has(read.data.questionId)) return 'No question of this exam is named.'
    trackOf(read.data.questionId).workings = read.data.value
    return undefined
  }
  const play = ({ type, value, id }: RecordedActivity): string | undefined => {
    const atMs = Date.parse(id)
    switch (type) {
      case recordedTypes.answerChange:
        return playChange(value, atMs)
      case recordedTypes.answerSaved:
        return playSaved(value, atMs)
      case recordedTypes.workings:
        return playNotes(value)
      case recordedTypes.moveQuestion:
      case recordedTypes.next:
      case recordedTypes.previous:
      case recordedTypes.moveSection:
        if (typeof value !== 'string' || !byId.has(value)) return 'No question of this exam is named.'
        page = value
        return undefined
      default:
        finished ||= type === recordedTypes.finishExam
        return undefined
    }
  }

  for (const activity of activities.toSorted((one, other) => Date.parse(one.id) - Date.parse(other.id))) {
    const message = play(activity)
    if (message !== undefined) problems.push({ id: activity.id, message })
  }
  const answers = new Map<string, PlayedAnswer>()
  for (const [questionId, track] of tracks) {
    const last = lastOf(track)
    if (last) answers.set(questionId, last)
  }
  return { answers, page, finished, problems }
}
