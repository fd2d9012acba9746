/** Which questions of a form run its learner has had before them, on this device. */
export interface SeenQuestions {
  /** Undefined if it isn't known: a form run that was begun elsewhere, or before it was kept. */
  has(questionId: string): boolean | undefined
  /** Kept with the move that comes with it. */
  add(questionIds: readonly string[]): void
  /** All of them, as they are kept in this browser. */
  all(): string[] | undefined
}

export const createSeenQuestions = (stored: readonly string[] | undefined): SeenQuestions => {
  const seen = stored && new Set(stored)
  return {
    has: (questionId) => seen?.has(questionId),
    add(questionIds) {
      for (const id of questionIds) seen?.add(id)
    },
    all: () => seen && [...seen],
  }
}
