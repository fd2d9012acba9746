import { questionsOfPart } from '../exam.ts'

/** Where a learner is, and which question of the exam as it is by now is in which place. */
export interface SimulatedPlaces {
  /** The place, from 0. */
  current(): number
  currentId(): string
  comeTo(id: string): void
  /** Throws an error if there is no such place. */
  idOf(place: number): string
}

/** Of three parts the last one is in the place of the second where that isn't asked. `order`: the ids of the exam by now. */
export const createSimulatedPlaces = (questionIds: readonly string[], order: () => readonly string[]): SimulatedPlaces => {
  let current = 0
  let currentId = ''
  return {
    current: () => current,
    currentId: () => currentId,
    comeTo(id) {
      const at = questionIds.indexOf(id)
      currentId = id
      current = at < 2 * questionsOfPart ? at : at - questionsOfPart
    },
    idOf(place) {
      const isInThird = questionIds.indexOf(currentId) >= 2 * questionsOfPart
      const both = [place, place + questionsOfPart].map((at) => questionIds[at])
      const ids = place < questionsOfPart ? both.slice(0, 1) : isInThird ? both.toReversed() : both
      const id = ids.find((one) => one !== undefined && order().includes(one))
      if (id === undefined) throw new Error(`There is no question ${place}.`)
      return id
    },
  }
}
