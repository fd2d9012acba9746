import type { Api } from '@sitwell/client/api'
import { dashState } from '@sitwell/contract'
import { partOf } from '@sitwell/exam/parts/navigation'
import type { ExamVisit } from '../../apps/player/src/exam/content/exam-visit.ts'
import type { LoadedExam } from '../../apps/player/src/exam/content/loaded-exam.ts'
import { sealedPartOf } from '../../apps/player/src/exam/content/sealed-exam.ts'
import { examWithoutParts } from '../../apps/player/src/exam/content/without-parts.ts'
import type { AnswersWait } from '../../apps/player/src/exam/session/moves/answers-wait.ts'
import { type Opening, openFirstPart, openPart } from '../../apps/player/src/exam/session/moves/open-part.ts'
import { notAskedIn } from '../../apps/player/src/exam/session/moves/use-parts-not-asked.ts'
import type { FormRun } from '../../apps/player/src/sync/form-run/form-run.ts'

/** What the player opens parts with. */
type OpeningPlayer = Parameters<typeof openPart>[0]

interface Caller {
  readonly api: Api
  readonly userGuid: string
  onError(error: unknown): void
}

/** Boundary: of the player the opening of parts takes no more, where no control of an author's is in the exam. */
const openingPlayer = ({ api, userGuid, onError }: Caller): OpeningPlayer =>
  ({
    ...{ api, appSettings: { appVersion: '1' }, session: { user: { guid: userGuid } } },
    reportError: onError,
  }) as unknown as OpeningPlayer

/** The visit with the part open in which the exam begins, as the start of the player's page leaves it. */
export const openedAtStart = (
  caller: Caller,
  visit: ExamVisit,
  firstPart: Parameters<typeof openFirstPart>[2] | undefined,
): Promise<ExamVisit> => (firstPart ? openFirstPart(openingPlayer(caller), visit, firstPart) : Promise.resolve(visit))

interface Asking extends Caller {
  readonly formRun: FormRun
  visit(): ExamVisit
  /** The id of the question where the learner is. */
  here(): string
  /** Nothing is asked for any more: the exam is being finished, or is left. */
  isOver(): boolean
  onChanged(exam: LoadedExam): void
  /** The part isn't given any more: the learner continues where they can. */
  onClosed(): void
  /** By the learner's answers nothing more is asked. */
  onNothingLeft(): void
  onCompleted(): void
}

/** Opens parts that lie here sealed, as the player's page does. */
export interface SimulatedParts {
  /** The learner has come to another question, or the page to its first one. */
  come(): void
  isWaiting(): boolean
  stop(): void
}

/** Milliseconds to each further try. */
const againMs = 2000

export const createSimulatedParts = (asking: Asking): SimulatedParts => {
  const { api, formRun, visit, here, onError } = asking
  const { sync } = visit()
  const player = openingPlayer(asking)
  let waitingFor: string | undefined
  let move: AnswersWait = {}
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const partHere = () => partOf(visit().exam.paper, here())?.id
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), ms)
  }
  const close = async (partId: string) => {
    const state = await api.call(dashState, { query: { formRunGuid: formRun.formRunGuid } }, { attempts: 1 })
    if (asking.isOver()) return
    if (!state.ok) return later(againMs)
    formRun.keyWait.end(state.value)
    const notAsked = notAskedIn(state.value)
    if (notAsked.includes(partId) && formRun.openQuestionId() === undefined) return asking.onNothingLeft()
    asking.onChanged(examWithoutParts(visit().exam, new Set(notAsked)))
    if (partHere() === partId) asking.onClosed()
  }
  const meet = async (partId: string, opening: Opening) => {
    if (asking.isOver()) return
    if (opening.kind === 'waiting') return later(opening.againMs ?? againMs)
    waitingFor = undefined
    if (opening.kind === 'closed') {
      await close(partId)
      return come()
    }
    if (opening.kind === 'opened') {
      const exam = opening.putInto(visit().exam)
      const isThere = (id: string) => exam.paper.root.sections.some((section) => section.id === id)
      const notAsked = opening.notAsked.filter(isThere)
      return asking.onChanged(notAsked.length > 0 ? examWithoutParts(exam, new Set(notAsked)) : exam)
    }
    formRun.keyWait.end(undefined)
    asking.onCompleted()
  }
  const attempt = async (partId: string) => {
    const isThere = () => waitingFor === partId && !asking.isOver()
    await meet(partId, await openPart(player, visit, formRun, partId, { move, isThere }))
  }
  const ask = async () => {
    const partId = waitingFor
    if (partId === undefined || isAsking || asking.isOver()) return
    isAsking = true
    await attempt(partId)
      .catch((error: unknown) => {
        onError(error)
        later(againMs)
      })
      .finally(() => {
        isAsking = false
      })
  }
  const come = () => {
    if (asking.isOver()) return
    const partId = partHere()
    const isSealed = sealedPartOf(visit().exam, here()) !== undefined
    if (!isSealed) formRun.keyWait.leave()
    // The reply that told of the key got lost with its page: the server has yet to hear of the wait.
    if (partId === undefined || !(isSealed || formRun.keyWait.waits().length > 0)) return
    waitingFor = partId
    move = {}
    formRun.moveTo(here())
    if (isSealed) formRun.keyWait.start()
    later(0)
  }
  const stops = [sync.beforeFlush(ask), sync.connection.subscribe((state) => state === 'online' && void ask())]
  return {
    come,
    isWaiting: () => sealedPartOf(visit().exam, here()) !== undefined,
    stop() {
      waitingFor = undefined
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
