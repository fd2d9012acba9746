import type { Answer } from '@sitwell/contract'
import type { ExamStore, RecordChange } from '../storage/exam-store.ts'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../storage/records.ts'
import { createListeners } from './listeners.ts'
import type { RequestQueue } from './request-queue.ts'

/** Where a question's latest answer is: in the memory of the page alone, in this browser, on its way, or acknowledged by the server. */
export type SaveState = 'keeping' | 'on-device' | 'sending' | 'on-server'

/** What the learner changed of a question. */
export interface AnswerChange {
  readonly answer?: Answer
  readonly bookmarked?: boolean
  readonly workings?: string
}

/** Milliseconds after which something typed is in the store at the latest: nothing is in the memory alone for a second. */
export const draftDelayMs = 400

/**
 * The answers of one form run: the one place that knows what was answered. Each change goes to the store before anything else,
 * then as a numbered save into the queue.
 */
export interface AnswerBook {
  get(questionId: string): AnswerRecord
  /** Undefined while nothing was answered. */
  stateOf(questionId: string): SaveState | undefined
  /** Keeps a change and saves it at once. */
  save(questionId: string, change: AnswerChange): Promise<void>
  /** Keeps a change within {@link draftDelayMs}; it is saved with the next `saveChanged`. */
  draft(questionId: string, change: AnswerChange): void
  /** Queues a save of each question that was changed since its last; of one question only where it is given. */
  saveChanged(questionId?: string): Promise<void>
  /**
   * Sends what was typed here and lost against a newer answer of another device, under a sequence below that one: it replaces
   * nothing, and stays in the server's history.
   */
  sendLeftover(record: AnswerRecord): Promise<void>
  /** The sequences that a completion stands on: the latest save of each question, where this writer numbered it. */
  sequences(): number[]
  /** What the store has to change when the server has acknowledged a save. */
  acknowledge(request: RequestRecord): RecordChange[]
  /** What to send again of the sequences that the server lacks; a sequence that was overtaken by a newer save isn't among it. */
  missing(sequences: readonly number[]): RequestRecord[]
  /** Tells the id of each question that changed in any way. */
  subscribe(listener: (questionId: string) => void): () => void
}

export interface AnswerBookParts {
  readonly store: ExamStore
  readonly queue: Pick<RequestQueue, 'add' | 'inFlight' | 'subscribe'>
  readonly writerId: string
  readonly records: ReadonlyMap<string, AnswerRecord>
  nextSequence(): number
  /** The fields of a save beside the answer: times, page and what names the question. */
  saveFields(questionId: string): Record<string, unknown>
  /** Changes that belong into the same write, as the form run's last sequence. */
  companions(): readonly RecordChange[]
  nowIso(): string
  /** Whether what is written stays beyond the page. */
  isLasting(): boolean
  onError(error: unknown): void
}

const sequenceOf = (request: RequestRecord) => (typeof request.payload.sequence === 'number' ? request.payload.sequence : 0)

export const createAnswerBook = (parts: AnswerBookParts): AnswerBook => {
  const { store, queue } = parts
  const records = new Map(parts.records)
  const listeners = createListeners<string>(parts.onError)
  /** Questions whose answer is in the memory alone: nothing says that they are kept before they are. */
  const unkept = new Set<string>()
  const draftTimers = new Map<string, ReturnType<typeof setTimeout>>()

  const get = (questionId: string) => {
    const record = records.get(questionId)
    if (!record) throw new Error(`The exam has no question ${questionId}`)
    return record
  }
  const set = (record: AnswerRecord) => {
    records.set(record.questionId, record)
    listeners.tell(record.questionId)
  }
  const keepDraft = async (questionId: string) => {
    const answer = get(questionId)
    await store.save([{ answer }])
    if (get(questionId) !== answer) return
    unkept.delete(questionId)
    listeners.tell(questionId)
  }
  /** Writes now, and again after the delay as long as something was typed meanwhile. */
  const keepTyping = (questionId: string) => {
    void keepDraft(questionId).catch(parts.onError)
    draftTimers.set(
      questionId,
      setTimeout(() => {
        draftTimers.delete(questionId)
        if (unkept.has(questionId)) keepTyping(questionId)
      }, draftDelayMs),
    )
  }
  const change = (questionId: string, changes: AnswerChange) => {
    unkept.add(questionId)
    set({ ...get(questionId), ...changes, changed: true, changedAt: parts.nowIso() })
  }

  const payloadOf = ({ questionId, answer, bookmarked, workings, changedAt, formRunGuid, sequence }: AnswerRecord) => ({
    ...parts.saveFields(questionId),
    ...answer,
    formRunGuid,
    bookmarked,
    workings,
    ClientTime: changedAt,
    writerId: parts.writerId,
    sequence,
  })

  /** Numbers a save of the question as it is now, and keeps answer, request and sequence in one write. */
  const numberSave = async (questionId: string) => {
    clearTimeout(draftTimers.get(questionId))
    draftTimers.delete(questionId)
    const sequence = parts.nextSequence()
    const numbered: AnswerRecord = { ...get(questionId), changed: false, sequence, writerId: parts.writerId }
    set(numbered)
    const { formRunGuid } = numbered
    const payload = payloadOf(numbered)
    try {
      await queue.add(
        { type: requestTypes.saveAnswer, callbackId: questionId, formRunGuid, payload },
        (lastSave) => {
          // The answer may have been changed on while this was prepared: the newest is kept, with this save beside it.
          const newest = { ...get(questionId), lastSave }
          records.set(questionId, newest)
          return [{ answer: newest }, ...parts.companions()]
        },
        (queued) =>
          queued.type === requestTypes.saveAnswer && queued.formRunGuid === formRunGuid && queued.callbackId === questionId,
      )
      if (!get(questionId).changed) unkept.delete(questionId)
    } catch (error) {
      // The store failed, so nothing was queued: what is in the memory counts as changed, and the next save takes it along.
      records.set(questionId, { ...get(questionId), changed: true })
      parts.onError(error)
    }
    listeners.tell(questionId)
  }

  queue.subscribe(({ request }) => {
    if (records.has(request.callbackId)) listeners.tell(request.callbackId)
  })

  return {
    get,
    stateOf(questionId) {
      const { changed, sequence, acknowledged, formRunGuid } = get(questionId)
      if (sequence === 0 && !changed) return undefined
      if (!changed && acknowledged >= sequence) return 'on-server'
      const flying = queue.inFlight()
      const isFlying = flying?.callbackId === questionId && flying.formRunGuid === formRunGuid
      if (!changed && isFlying && sequenceOf(flying) === sequence) return 'sending'
      return unkept.has(questionId) || !parts.isLasting() ? 'keeping' : 'on-device'
    },
    save(questionId, changes) {
      change(questionId, changes)
      return numberSave(questionId)
    },
    draft(questionId, changes) {
      change(questionId, changes)
      // Not moved on by each key: steady typing is kept too.
      if (!draftTimers.has(questionId)) keepTyping(questionId)
    },
    async saveChanged(questionId) {
      const ids = questionId === undefined ? [...records.keys()] : [questionId]
      await Promise.all(ids.filter((id) => get(id).changed).map(numberSave))
    },
    async sendLeftover(record) {
      const sequence = record.changed ? record.sequence + 1 : record.sequence
      const { formRunGuid, questionId } = record
      // Under an identifier of its own, so that no later save of the question takes its place.
      const payload = payloadOf({ ...record, sequence })
      await queue.add({ type: requestTypes.saveAnswer, callbackId: `leftover/${questionId}`, formRunGuid, payload }, () => [
        { answer: get(questionId) },
      ])
    },
    sequences: () =>
      [...records.values()]
        .filter(({ writerId, sequence }) => writerId === parts.writerId && sequence > 0)
        .map(({ sequence }) => sequence),
    acknowledge(request) {
      const record = records.get(request.callbackId)
      if (!record) return []
      const acknowledged = { ...record, acknowledged: Math.max(record.acknowledged, sequenceOf(request)) }
      records.set(request.callbackId, acknowledged)
      return [{ answer: acknowledged }]
    },
    missing: (sequences) =>
      [...records.values()].flatMap(({ sequence, lastSave }) => (lastSave && sequences.includes(sequence) ? [lastSave] : [])),
    subscribe: listeners.add,
  }
}
