import type { OutcomeOf } from '@sitwell/client/outcome'
import type { FormRunState } from '@sitwell/contract'
import { createListeners } from '@sitwell/request-queue/listeners'
import type { SittingTime } from '../../../sync/time/sitting-time.ts'
import type { LiveRun } from '../run/live-run.ts'

/** What the rest breaks of a sitting stand on. */
export interface RestParts {
  readonly time: Pick<SittingTime, 'offers' | 'subscribe' | 'meet'>
  readonly live: Pick<LiveRun, 'onState' | 'state' | 'meet'>
  /** Asks the server for a break. */
  begin(): Promise<OutcomeOf<FormRunState>>
  /** How the sitting stands on the server. */
  ask(): Promise<OutcomeOf<FormRunState>>
  onError(error: unknown): void
}

/** Why no break began: the server can't be reached, or says no. */
export type RestProblem = 'unreachable' | 'refused'

/** The rest breaks of a learner, as this page knows them. */
export interface Rest {
  /** Seconds that are left of the allowance; undefined for a learner without one, and until it is known. */
  leftSeconds(): number | undefined
  problem(): RestProblem | undefined
  isBeginning(): boolean
  subscribe(listener: () => void): () => void
  begin(): void
  stop(): void
}

const leftIn = (state: FormRunState | undefined): number | undefined =>
  state?.restBreaks && Math.max(0, state.restBreaks.left * 1000)

/** Follows the allowance of rest breaks. The server alone begins a break and says what is left; this page only counts on until it hears of it. */
export const followRest = ({ time, live, begin, ask, onError }: RestParts): Rest => {
  const listeners = createListeners<void>(onError)
  let leftMs = leftIn(live.state())
  let problem: RestProblem | undefined
  let isBeginning = false
  /** What was left at the last tick of the break that is being had. */
  let standingMs: number | undefined

  const learn = (state: FormRunState) => {
    leftMs = leftIn(state)
    listeners.tell()
  }
  const onTime = () => {
    const { standing } = time.offers()
    const before = standingMs
    standingMs = standing?.rest ? standing.leftMs : undefined
    if (before === undefined || standingMs !== undefined) return
    // It is over. The server is asked what is left, and until it answers it is what the clock of this page says.
    leftMs = before
    listeners.tell()
    ask()
      .then((outcome) => {
        if (outcome.ok) learn(outcome.value)
      })
      .catch(onError)
  }
  const stops = [live.onState(learn), time.subscribe(onTime)]
  onTime()
  const beginNow = async () => {
    isBeginning = true
    problem = undefined
    listeners.tell()
    const outcome = await begin()
    isBeginning = false
    if (outcome.ok) {
      live.meet(() => time.meet(outcome.value))
      learn(outcome.value)
      return
    }
    problem = outcome.kind === 'unreachable' ? 'unreachable' : 'refused'
    listeners.tell()
  }
  return {
    leftSeconds: () => (leftMs === undefined ? undefined : Math.floor(leftMs / 1000)),
    problem: () => problem,
    isBeginning: () => isBeginning,
    subscribe: (listener) => listeners.add(listener),
    begin() {
      if (!isBeginning) beginNow().catch(onError)
    },
    stop: () => stops.forEach((stop) => void stop()),
  }
}
