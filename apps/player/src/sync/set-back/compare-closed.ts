import { compareAnswers } from '@sitwell/contract'
import type { Connection } from '@sitwell/request-queue/connection'
import type { GenerationWatch } from '@sitwell/request-queue/generation-watch'
import type { ExamStore } from '../../storage/exam-store.ts'
import { type FormRunRecord, requestTypes } from '../../storage/records.ts'
import { digestOf } from '../answers/answer-book.ts'
import type { UploadLane } from '../files/upload-lane-types.ts'
import { type Caller, heardFields, savesIn } from '../queue/delivery.ts'
import type { RequestQueue } from '../queue/exam-queue.ts'
import { finishesIn } from '../queue/finishes-in.ts'
import { type Asking, askingAfter, type Compared, retryMs } from './compare-with-server.ts'

/**
 * Holds what this browser has of form runs that aren't open in this tab against a database of another generation than the one that
 * acknowledged it: what lacks there is sent again, and so is the completion. What continues in another form run is compared there.
 */
export interface ClosedComparison {
  /** Asks now, and again until the server has answered of each. */
  look(): void
  /** This form run was closed before the server had said what it holds. */
  doubt(formRunGuid: string): void
  /** Undefined if nothing has to be found out. */
  asking(run: FormRunRecord): Asking | undefined
  /** Form runs that are to be asked about, other than for their generation. */
  doubted(): readonly string[]
  stop(): void
}

interface ClosedParts {
  readonly api: Caller
  readonly store: ExamStore
  readonly queue: Pick<RequestQueue, 'enqueue' | 'waiting'>
  readonly uploads: Pick<UploadLane, 'toAsk' | 'compared'>
  readonly connection: Pick<Connection, 'state' | 'subscribe'>
  readonly generation: Pick<GenerationWatch, 'current'>
  readonly userGuid: string
  isOpen(formRunGuid: string): boolean
  /** Answers may be elsewhere than was said. */
  moved(): void
  onError(error: unknown): void
}

/** Undefined if the server has answered, and `opened` where it was opened here before that, and compares for itself. */
const compareOne = async (
  parts: ClosedParts,
  asked: FormRunRecord,
): Promise<Exclude<Asking, 'asking'> | 'opened' | undefined> => {
  const { api, store, queue, uploads, userGuid } = parts
  const { formRunGuid } = asked
  const generation = parts.generation.current()
  const held = digestOf(await store.answersOf(userGuid, formRunGuid))
  const body = { formRunGuid, answers: held, ...uploads.toAsk(formRunGuid), ...heardFields(asked) }
  const outcome = await api.call(compareAnswers, { body }, { attempts: 1 })
  if (!outcome.ok) return askingAfter(outcome)
  // What the call's own schema has read.
  const comparison = outcome.value as Compared
  await uploads.compared(formRunGuid, comparison)
  if (parts.isOpen(formRunGuid)) return 'opened'
  // Another tab may sit it, and have gone on or finished it since: what was read before is not to be written over that.
  for (const record of await store.answersOf(userGuid, formRunGuid)) {
    if (!record.lastSave || record.changed || !comparison.lacking.includes(record.sequence)) continue
    const { id, payload } = record.lastSave
    await queue.enqueue(
      { id, type: requestTypes.saveAnswer, callbackId: record.questionId, formRunGuid, payload },
      (lastSave) => [{ answer: { ...record, acknowledged: 0, forgotten: true, lastSave } }],
    )
  }
  const run = (await store.formRun(userGuid, formRunGuid)) ?? asked
  if (run.finished && !comparison.completed && run.completion && !finishesIn(queue).has(formRunGuid))
    await queue.enqueue({ type: requestTypes.finishExam, callbackId: 'finish', formRunGuid, payload: run.completion })
  await store.save([{ formRun: { ...run, ...(generation !== undefined && { generation }), ...savesIn(comparison) } }])
  return undefined
}

export const compareClosed = (parts: ClosedParts): ClosedComparison => {
  const { store, userGuid, connection } = parts
  /** Form runs of which the server has not answered as it should. */
  const found = new Map<string, Exclude<Asking, 'asking'>>()
  const doubted = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUnderWay = false
  let isWanted = false
  let isStopped = false

  const isDue = ({ formRunGuid, generation, takenBy }: FormRunRecord) => {
    const now = parts.generation.current()
    const isOther = now !== undefined && generation !== undefined && generation !== now
    return takenBy === undefined && (isOther || doubted.has(formRunGuid))
  }
  const askOfEach = async () => {
    for (const run of await store.formRunsOf(userGuid)) {
      const { formRunGuid } = run
      if (!isDue(run) || parts.isOpen(formRunGuid) || isStopped) continue
      const after = await compareOne(parts, run)
      if (after === 'opened') continue
      if (after) found.set(formRunGuid, after)
      else {
        found.delete(formRunGuid)
        doubted.delete(formRunGuid)
      }
    }
  }
  const tryAgain = (after: Exclude<Asking, 'asking'>) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(look, retryMs[after])
  }
  const ask = async () => {
    isUnderWay = true
    found.forEach((_, formRunGuid) => {
      if (parts.isOpen(formRunGuid)) found.delete(formRunGuid)
    })
    try {
      await askOfEach()
      const after = new Set(found.values())
      if (after.size > 0) tryAgain(after.has('unreachable') ? 'unreachable' : 'unknown')
    } catch (error) {
      parts.onError(error)
      tryAgain('unreachable')
    }
    isUnderWay = false
    if (!isStopped) parts.moved()
    if (isWanted) look()
  }
  const look = () => {
    clearTimeout(timer)
    isWanted = isUnderWay && !isStopped
    // Without a connection its return is waited for.
    if (!isUnderWay && !isStopped && connection.state() === 'online') void ask()
  }
  const stopHearing = connection.subscribe((state) => {
    if (state === 'online') look()
  })

  return {
    look,
    doubt(formRunGuid) {
      doubted.add(formRunGuid)
      look()
    },
    doubted: () => [...doubted],
    asking: (run) => (isDue(run) ? (found.get(run.formRunGuid) ?? 'asking') : undefined),
    stop() {
      isStopped = true
      clearTimeout(timer)
      stopHearing()
    },
  }
}
