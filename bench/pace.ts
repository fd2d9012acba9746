import type { Recording } from '@sitwell/question-types/recordings'

/** What a learner's page sends in an exam again and again. */
export type PacedKind = 'answer' | 'time' | 'log'

/** When something is due, in milliseconds since the exam was opened. */
export interface Due {
  readonly kind: PacedKind
  readonly atMs: number
}

/** Milliseconds between two of the same kind of one learner: the last two as the player sends them. */
const everyMs = { answer: 20_000, time: 30_000, log: 30_000 } as const

/** The type of the activity in a recording that tells of a saved answer (spec 3 §9). */
const answerSaved = 1

const regular = (kind: PacedKind, firstMs: number, untilMs: number): Due[] => {
  const dues: Due[] = []
  for (let atMs = firstMs; atMs < untilMs; atMs += everyMs[kind]) dues.push({ kind, atMs })
  return dues
}

const inOrder = (dues: readonly Due[]): Due[] => dues.toSorted((a, b) => a.atMs - b.atMs)

/** A learner who answers every twenty seconds, each kind from its own moment on. */
export const regularPace = (untilMs: number, chance: () => number): Due[] =>
  inOrder((['answer', 'time', 'log'] as const).flatMap((kind) => regular(kind, chance() * everyMs[kind], untilMs)))

/**
 * The pace of a recorded sitting (`sitwell recording`), from its first activity to its last: a save where an answer was saved, a log each
 * half minute in which something was done, the time each half minute. Throws an error if nothing was saved in it.
 */
export const paceOf = ({ activities }: Recording): Due[] => {
  const times = activities.map(({ id }) => Date.parse(id))
  const fromMs = Math.min(...times)
  const lengthMs = Math.max(...times) - fromMs
  const answers = activities.flatMap(({ type, id }): Due[] =>
    type === answerSaved ? [{ kind: 'answer', atMs: Date.parse(id) - fromMs }] : [],
  )
  if (answers.length === 0) throw new Error('Nothing was saved in this recording: it has no pace.')
  const halves = new Set(times.map((time) => Math.ceil((time - fromMs + 1) / everyMs.log)))
  const logs = [...halves].map((half): Due => ({ kind: 'log', atMs: half * everyMs.log }))
  return inOrder([...answers, ...logs, ...regular('time', everyMs.time, lengthMs)])
}
