/** What decides whether an exam can start. Instants in milliseconds since 1970. */
export interface StartFacts {
  readonly completed: boolean
  readonly commenced: boolean
  readonly startMs: number | null
  readonly completeMs: number | null
  readonly cantStartMessage: string | null
  /** Staff hold the start back. */
  readonly isHeld?: boolean
}

export type StartDecision =
  | { readonly canStart: true }
  | {
      readonly canStart: false
      readonly message: string
      /** ISO 8601: when it opens, or when it closed, if that is the reason. */
      readonly opensAt?: string
      readonly closedAt?: string
    }

const no = (message: string, when: { opensAt?: string; closedAt?: string } = {}): StartDecision => ({
  canStart: false,
  message,
  ...when,
})

const iso = (instantMs: number) => new Date(instantMs).toISOString()

/** When, in words that need no time zone of the reader's. */
const inWords = (instantMs: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(instantMs)

const heldMessage = 'The start of this assessment is held back. It follows in a moment: please wait.'

/** Why an assessment can't be begun, whenever that is: its own message, or that staff hold the start back; undefined without a reason. */
export const shutMessage = ({
  cantStartMessage,
  commenced,
  completed,
  isHeld,
}: Pick<StartFacts, 'cantStartMessage' | 'commenced' | 'completed' | 'isHeld'>): string | undefined =>
  cantStartMessage ?? (isHeld && !commenced && !completed ? heldMessage : undefined)

/**
 * Whether a learner may begin or continue now. A commenced exam continues after its last date too: the dates say when one may begin,
 * and a learner in the middle of an exam has their own time.
 */
export const decideStart = (facts: StartFacts, nowMs: number): StartDecision => {
  if (facts.completed) return no('The assessment has already been completed')
  if (facts.cantStartMessage) return no(facts.cantStartMessage)
  if (facts.commenced) return { canStart: true }
  if (facts.isHeld) return no(heldMessage)
  if (facts.startMs !== null && nowMs < facts.startMs)
    return no(`This assessment can not be started yet. It opens on ${inWords(facts.startMs)} (UTC).`, {
      opensAt: iso(facts.startMs),
    })
  if (facts.completeMs !== null && nowMs > facts.completeMs)
    return no(`This assessment can not be started any more. It closed on ${inWords(facts.completeMs)} (UTC).`, {
      closedAt: iso(facts.completeMs),
    })
  return { canStart: true }
}
