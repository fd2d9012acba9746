import type { Answer, Barred } from '@sitwell/contract'
import { contentHash, type DigestLine } from '@sitwell/exam/answers/answer-digest'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { ExamStore, RecordChange } from '../../storage/exam-store.ts'
import { type AnswerRecord, type RequestRecord, requestTypes } from '../../storage/records.ts'
import { type SaveReply, sequenceOf } from '../queue/delivery.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import type { Typed } from '../time/contact-clock.ts'
import { acknowledgedAnswer, tooLateAnswer } from './acknowledged-answer.ts'
import { answerPlace } from './answer-place.ts'
import { isTypedAfter, type SaveNumbers } from './save-numbers.ts'

/**
 * Where a question's latest answer is: in the memory of the page alone, in this browser, on its way, or acknowledged by the server.
 * `late`: the server keeps it, and doesn't count it, because it came after the time was over. `review`: such a one waits for the
 * exam's staff, because it may have been given in time. The others say why it never can.
 */
export type SaveState = 'keeping' | 'on-device' | 'sending' | 'on-server' | 'late' | 'review' | 'in-pause' | Barred

/** Of an answer that the server keeps and doesn't count. */
const whyUncounted = ({ barred, review, paused }: AnswerRecord): SaveState => {
  if (barred) return barred
  if (review) return 'review'
  return paused ? 'in-pause' : 'late'
}

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
  all(): readonly AnswerRecord[]
  /** Whether it is being found out what the server still has: nothing is called saved meanwhile. */
  isUnconfirmed(): boolean
  /** Undefined while nothing was answered. */
  stateOf(questionId: string): SaveState | undefined
  /** A question is known only now: as long as nothing was answered, it has this for none. */
  open(questionId: string, blank: Pick<AnswerRecord, 'answer' | 'bookmarked' | 'workings'>): void
  /** Keeps a change and saves it at once. */
  save(questionId: string, change: AnswerChange): Promise<void>
  /** Keeps a change within {@link draftDelayMs}; it is saved with the next `saveChanged`. */
  draft(questionId: string, change: AnswerChange): void
  /** Queues a save of each question that was changed since its last; of one question only if it is given. */
  saveChanged(questionId?: string): Promise<void>
  /**
   * Numbers all that a completion of this writer has to stand on and couldn't name: what was changed since its last save, and what an
   * earlier page numbered and the server hasn't acknowledged. The new save takes the place of the one that waits.
   */
  saveUnnamed(): Promise<void>
  /**
   * Sends what was typed here and lost against a newer answer of another device, under a sequence below that one: it replaces
   * nothing, and stays in the server's history.
   */
  sendLeftover(record: AnswerRecord): Promise<void>
  /** The sequences that a completion of this writer stands on: the latest save of each question that it numbered. */
  sequences(writerId: unknown): number[]
  /**
   * What the store has to change when the server has acknowledged a save. Where another counts in its place, which wasn't typed after
   * it, and it is what the learner typed last on this page, it is saved again above that one.
   */
  acknowledge(request: RequestRecord, reply: SaveReply): RecordChange[]
  /** What the store has to change when the server refused a save as too late. */
  refusedAsLate(request: RequestRecord): RecordChange[]
  /** What to send again of the sequences that the server lacks; a sequence that was overtaken by a newer save isn't among it. */
  missing(sequences: readonly number[]): RequestRecord[]
  /** What the server has acknowledged, or all that is numbered, as it is compared with what it holds. */
  digest(which?: 'acknowledged' | 'numbered'): DigestLine[]
  /** The server's database may have been set back: nothing counts as saved until it is confirmed. */
  withdraw(): void
  /**
   * What isn't lacking there is saved after all. What is, goes again as it was; and what was typed on this page since the last word
   * that held is numbered again, above all that any page has used.
   */
  confirm(reported: { readonly lacking: readonly number[]; readonly lastSequence: number }): Promise<void>
  /**
   * Keeps what the server told and another device had saved, with the save that would bring it back: a database that is set back may
   * lose it, and that device need not come again.
   */
  keepRead(): Promise<void>
  /** Queues again, as they were and under their numbers, the saves of these that the server had and has forgotten. */
  sendAgain(forgotten: readonly AnswerRecord[]): Promise<void>
  /** Keeps and sends nothing any more, as another tab does by now; answers what is in the memory alone. */
  close(): AnswerRecord[]
  /** Tells the id of each question that changed in any way. */
  subscribe(listener: (questionId: string) => void): () => void
}

export interface AnswerBookParts {
  readonly store: ExamStore
  readonly queue: Pick<RequestQueue, 'enqueue' | 'failed' | 'inFlight' | 'subscribe' | 'unacknowledged'>
  readonly writerId: string
  readonly records: ReadonlyMap<string, AnswerRecord>
  readonly numbers: Omit<SaveNumbers, 'last'>
  /** The fields of a save beside the answer: times, page and what names the question. `page`: where it says that the learner is, unless that is where they are now. */
  saveFields(questionId: string, page?: string): Record<string, unknown>
  /** Changes that belong into the same write, as the form run's last sequence. */
  companions(): readonly RecordChange[]
  nowIso(): string
  /** This moment as the server can hold it against what it knows; undefined if nothing is known of that. */
  typed(): Typed | undefined
  /** Whether what is written stays beyond the page. */
  isLasting(): boolean
  newId(): string
  onError(error: unknown): void
}

/** What of these was acknowledged and isn't changed since. */
export const digestOf = (records: Iterable<AnswerRecord>, which: 'acknowledged' | 'numbered' = 'acknowledged'): DigestLine[] =>
  [...records]
    .filter(
      ({ changed, sequence, acknowledged }) => !changed && sequence > 0 && (which === 'numbered' || acknowledged >= sequence),
    )
    .map((record) => ({ questionId: record.questionId, sequence: record.sequence, hash: contentHash(record) }))

export const createAnswerBook = (parts: AnswerBookParts): AnswerBook => {
  const { store, queue, numbers } = parts
  const records = new Map(parts.records)
  const listeners = createListeners<string>(parts.onError)
  /** Questions whose answer is in the memory alone: nothing says that they are kept before they are. */
  const unstored = new Set<string>()
  const draftTimers = new Map<string, ReturnType<typeof setTimeout>>()
  let isClosed = false

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
    unstored.delete(questionId)
    listeners.tell(questionId)
  }
  /** Writes now, and again after the delay as long as something was typed meanwhile. */
  const keepTyping = (questionId: string) => {
    if (isClosed) return
    void keepDraft(questionId).catch(parts.onError)
    draftTimers.set(
      questionId,
      setTimeout(() => {
        draftTimers.delete(questionId)
        if (unstored.has(questionId)) keepTyping(questionId)
      }, draftDelayMs),
    )
  }
  const changedOnes = () => [...records.values()].filter(({ changed }) => changed)
  /** Questions of which this page numbers what an earlier one had typed: what came after that on another device stands. */
  const inherited = new Set(changedOnes().map(({ questionId }) => questionId))
  /** When what was typed last on this page was typed, as its number says it. */
  const typedMs = new Map<string, number | undefined>()
  const change = (questionId: string, changes: AnswerChange) => {
    inherited.delete(questionId)
    unstored.add(questionId)
    typedMs.set(questionId, numbers.now())
    const { forgotten: _older, ...record } = get(questionId)
    set({ ...record, ...changes, changed: true, late: false, changedAt: parts.nowIso(), typed: parts.typed() })
  }

  const payloadOf = (
    { questionId, answer, bookmarked, workings, changedAt, typed, formRunGuid, sequence }: AnswerRecord,
    page?: string,
  ) => ({
    ...parts.saveFields(questionId, page),
    ...answer,
    formRunGuid,
    bookmarked,
    workings,
    ClientTime: changedAt,
    ...(typed && { typed }),
    writerId: parts.writerId,
    sequence,
  })

  /**
   * A save under a number from before: its learner was at its question then. Where they are by now they have gone since, and what is numbered
   * between would count as typed in a part that was left.
   */
  const earlierPayloadOf = (record: AnswerRecord) => payloadOf(record, record.questionId)

  /** Numbers a save of the question as it is now, and keeps answer, request and sequence in one write. */
  const numberSave = async (questionId: string) => {
    if (isClosed) return
    clearTimeout(draftTimers.get(questionId))
    draftTimers.delete(questionId)
    const { forgotten: _older, ...record } = get(questionId)
    const isEarlier = inherited.has(questionId)
    const sequence = isEarlier
      ? numbers.nextInherited(record.sequence)
      : numbers.next({ sequence: record.sequence, typedMs: typedMs.get(questionId) })
    const numbered: AnswerRecord = { ...record, changed: false, sequence, writerId: parts.writerId }
    set(numbered)
    const { formRunGuid } = numbered
    const payload = isEarlier ? earlierPayloadOf(numbered) : payloadOf(numbered)
    try {
      await queue.enqueue(
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
      const { changed, sequence: latest } = get(questionId)
      // A later save may be on its way into the store still.
      if (!changed && latest === sequence) unstored.delete(questionId)
    } catch (error) {
      // The store failed, so nothing was queued: what is in the memory counts as changed, and the next save takes it along.
      records.set(questionId, { ...get(questionId), changed: true })
      parts.onError(error)
    }
    listeners.tell(questionId)
  }

  /** Questions of which a save came after a newer one; it was typed here, and last. */
  const outdone = new Set<string>()
  queue.subscribe(({ kind, request: { callbackId, formRunGuid } }) => {
    const record = records.get(callbackId)
    if (!record || record.formRunGuid !== formRunGuid) return
    listeners.tell(callbackId)
    if (kind === 'acknowledged' && outdone.delete(callbackId)) void numberSave(callbackId)
  })

  /** While it isn't known what the server holds: the questions of which it has acknowledged something meanwhile. */
  let unconfirmed: Set<string> | undefined
  const tellAll = () => {
    for (const questionId of records.keys()) listeners.tell(questionId)
  }
  /** The save that stands here, for a server that lacks it; made again where another device had saved it. */
  const lastSaveOf = (record: AnswerRecord): RequestRecord =>
    record.lastSave ?? {
      ...{ format: 1, id: parts.newId(), order: 0, type: requestTypes.saveAnswer, callbackId: record.questionId },
      ...{ userGuid: record.userGuid, formRunGuid: record.formRunGuid, failed: false },
      payload: earlierPayloadOf(record),
    }
  const isTypedHere = ({ writerId, questionId }: AnswerRecord) => writerId === parts.writerId && !inherited.has(questionId)

  const sendAgain = async (forgotten: readonly AnswerRecord[]) => {
    for (const { questionId, formRunGuid, sequence } of forgotten) {
      const record = get(questionId)
      if (record.changed || record.sequence !== sequence) continue
      // Under its own id: a server that had it all the time, and was asked just before, takes it for the same.
      const { id, payload } = lastSaveOf(record)
      await queue.enqueue({ id, type: requestTypes.saveAnswer, callbackId: questionId, formRunGuid, payload }, (lastSave) => {
        records.set(questionId, { ...get(questionId), lastSave })
        return [{ answer: get(questionId) }]
      })
    }
  }

  const saveAllOf = (some: readonly AnswerRecord[]) => Promise.all(some.map(({ questionId }) => numberSave(questionId)))
  const isSending = ({ questionId, formRunGuid, sequence }: AnswerRecord) => {
    const flying = queue.inFlight()
    return flying?.callbackId === questionId && flying.formRunGuid === formRunGuid && sequenceOf(flying) === sequence
  }
  const isUnnamed = ({ changed, acknowledged, sequence, writerId, forgotten }: AnswerRecord) =>
    !changed && acknowledged < sequence && writerId !== parts.writerId && !forgotten

  return {
    get,
    all: () => [...records.values()],
    isUnconfirmed: () => unconfirmed !== undefined,
    stateOf(questionId) {
      const record = get(questionId)
      const place = answerPlace(record)
      if (place === undefined) return undefined
      if (place === 'uncounted') return whyUncounted(record)
      if (place === 'there' && !unconfirmed) return 'on-server'
      if (!record.changed && isSending(record)) return 'sending'
      return unstored.has(questionId) || !parts.isLasting() ? 'keeping' : 'on-device'
    },
    open(questionId, blank) {
      const record = get(questionId)
      if (record.sequence === 0 && !record.changed) set({ ...record, ...blank })
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
      await saveAllOf(changedOnes().filter((record) => questionId === undefined || record.questionId === questionId))
    },
    async saveUnnamed() {
      const unnamed = [...records.values()].filter(isUnnamed)
      for (const { questionId } of unnamed) inherited.add(questionId)
      await saveAllOf([...changedOnes(), ...unnamed])
    },
    async sendLeftover(record) {
      const sequence = record.changed ? record.sequence + 1 : record.sequence
      const { formRunGuid, questionId } = record
      // Under its own identifier, so that no later save of the question takes its place.
      const payload = earlierPayloadOf({ ...record, sequence })
      await queue.enqueue({ type: requestTypes.saveAnswer, callbackId: `leftover/${questionId}`, formRunGuid, payload }, () => [
        { answer: get(questionId) },
      ])
    },
    sequences: (by) =>
      [...records.values()].filter(({ writerId, sequence }) => writerId === by && sequence > 0).map(({ sequence }) => sequence),
    acknowledge(request, acknowledgement) {
      const { standing } = acknowledgement
      const record = records.get(request.callbackId)
      if (!record) return []
      const sequence = sequenceOf(request)
      if (standing !== undefined) numbers.met(standing)
      unconfirmed?.add(record.questionId)
      const isOutdone =
        standing !== undefined &&
        isTypedHere(record) &&
        record.sequence === sequence &&
        !isTypedAfter(standing, typedMs.get(record.questionId))
      if (isOutdone) outdone.add(record.questionId)
      const acknowledged = isOutdone
        ? { ...record, changed: true, sequence: Math.max(sequence, standing) }
        : acknowledgedAnswer(record, sequence, acknowledgement)
      records.set(request.callbackId, acknowledged)
      return [{ answer: acknowledged }]
    },
    refusedAsLate(request) {
      const record = records.get(request.callbackId)
      if (!record) return []
      const acknowledged = tooLateAnswer(record, sequenceOf(request))
      records.set(request.callbackId, acknowledged)
      return [{ answer: acknowledged }]
    },
    missing: (sequences) =>
      [...records.values()].flatMap((record) => (sequences.includes(record.sequence) ? [lastSaveOf(record)] : [])),
    digest: (which) => digestOf(records.values(), which),
    withdraw() {
      unconfirmed ??= new Set()
      tellAll()
    },
    async confirm({ lacking, lastSequence }) {
      const acknowledgedSince: ReadonlySet<string> = unconfirmed ?? new Set()
      unconfirmed = undefined
      numbers.numberAbove(lastSequence)
      const all = [...records.values()].filter(({ changed }) => !changed)
      // A number says when its answer was typed, unless the server's clock was not known: a newer answer of another device stays above it.
      const isToNumber = (record: AnswerRecord) =>
        isTypedHere(record) && !record.forgotten && typedMs.get(record.questionId) === undefined
      const isUncertain = ({ questionId, sequence, acknowledged }: AnswerRecord) =>
        acknowledgedSince.has(questionId) || acknowledged < sequence
      const anew = all.filter((record) => isUncertain(record) && isToNumber(record))
      const isLacking = ({ questionId, sequence, acknowledged }: AnswerRecord) =>
        acknowledged >= sequence && (lacking.includes(sequence) || acknowledgedSince.has(questionId))
      const queued = new Set([...queue.failed(), ...queue.unacknowledged()].map(({ id }) => id))
      // The server refused it, for example because another device had completed the exam, and may have forgotten why.
      const isRefused = (record: AnswerRecord) =>
        isTypedHere(record) &&
        !record.forgotten &&
        record.acknowledged < record.sequence &&
        !queued.has(record.lastSave?.id ?? '')
      const again = all.filter((record) => (isLacking(record) || isRefused(record)) && !anew.includes(record))
      for (const record of again) records.set(record.questionId, { ...record, acknowledged: 0, forgotten: true })
      tellAll()
      for (const { questionId } of anew) await numberSave(questionId)
      await sendAgain(again)
    },
    sendAgain,
    async keepRead() {
      const isRead = ({ changed, sequence, acknowledged, lastSave }: AnswerRecord) =>
        !lastSave && !changed && sequence > 0 && acknowledged >= sequence
      const read = [...records.values()].filter(isRead).map((record) => {
        // It was given before now, and nothing here tells when.
        const answer = { ...record, typed: parts.typed() }
        return { ...answer, lastSave: lastSaveOf(answer) }
      })
      for (const record of read) records.set(record.questionId, record)
      if (read.length > 0) await store.save(read.map((answer) => ({ answer })))
    },
    close() {
      isClosed = true
      return [...unstored].map(get)
    },
    subscribe: listeners.add,
  }
}
