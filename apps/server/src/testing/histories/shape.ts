import fc from 'fast-check'
import type { AuthoredExam } from '../../import/authored-exam.ts'
import { examOf } from '../test-world.ts'
import { rulesOfRoute } from './route.ts'

/** A part of an exam that a history is played with; 0 seconds: not timed, nothing to read. */
export interface PartShape {
  readonly seconds: number
  readonly readingSeconds: number
  readonly oneWay: boolean
}

/** An exam, its organisation and its booking, as far as time and answers are concerned. */
export interface Shape {
  /** Seconds of the exam as a whole; 0: not timed. */
  readonly seconds: number
  readonly extraSeconds: number
  readonly parts: readonly PartShape[]
  readonly isExtendable: boolean
  readonly canSkipReading: boolean
  /** `NotifyLearnerImmediatelyOnConnectionLoss`: an exam stands still on a device that has lost its connection. */
  readonly standsStillOffline: boolean
  readonly offlineAnswers: 'count' | 'review' | 'refuse'
  /** `SealParts`: the key of a part is waited for, and what was waited is taken out of the time. */
  readonly sealsParts: boolean
  /** At its end staff take a file from each device that is away then, before that comes back. */
  readonly handsInAtEnd: boolean
  /** How often the answer to the first question of each part may be checked; 0: not at all. */
  readonly attempts: number
  /** Answers decide which of its later parts are asked: it is one-way, and sealed. */
  readonly isRouted: boolean
}

/** Whether it matters in which part a learner is; where not, the server doesn't ask which of them they finished. */
export const hasRules = ({ parts }: Pick<Shape, 'parts'>): boolean =>
  parts.some(({ seconds, readingSeconds, oneWay }) => seconds > 0 || readingSeconds > 0 || oneWay)

/** Questions of each part: one would not tell which of them is in question. */
const questionsEach = 2

export interface QuestionPlace {
  readonly id: string
  readonly partId: string
  /** The option that gives the mark. */
  readonly key: string
  /** How often its answer may be checked; 0: not at all. */
  readonly attempts: number
}

export const optionIds = ['a', 'b', 'c'] as const

/** The questions of a shape, in the paper's order. */
export const questionsOf = (prefix: string, { parts, attempts }: Pick<Shape, 'parts' | 'attempts'>): QuestionPlace[] =>
  parts.flatMap((_, part) =>
    Array.from({ length: questionsEach }, (_none, index) => ({
      id: `${prefix}-p${part}-q${index}`,
      partId: `${prefix}-p${part}`,
      key: optionIds[(part + index) % optionIds.length] ?? 'a',
      attempts: index === 0 ? attempts : 0,
    })),
  )

/** What is said of an answer that was checked. */
export const saidWhereRight = 'It is right.'
const saidOfAttempts = {
  parts: [
    { text: `<p>${saidWhereRight}</p>`, when: [{ on: 'mark', is: 'right' }] },
    { text: '<p>It is not.</p>', when: [{ on: 'mark', is: 'wrong' }] },
  ],
}

export const examOfShape = (prefix: string, shape: Shape): AuthoredExam => {
  const questions = questionsOf(prefix, shape)
  return examOf(prefix, {
    settings: {
      ...{ examTime: shape.seconds, isExtendable: shape.isExtendable, canBypassReadingTime: shape.canSkipReading },
      ...(shape.isRouted && { oneWay: true }),
    },
    // Read by the schema of packages like any other.
    sections: shape.parts.map(({ seconds, readingSeconds, oneWay }, part) => ({
      id: `${prefix}-p${part}`,
      name: `Part ${part}`,
      ...(seconds > 0 && { sectionTime: seconds }),
      ...(readingSeconds > 0 && { readingTime: readingSeconds }),
      oneWay,
      ...(shape.isRouted && rulesOfRoute(prefix, part)),
      questions: questions
        .filter(({ partId }) => partId === `${prefix}-p${part}`)
        .map(({ id, key, attempts }) => ({
          ...{ type: 'RADIO', id, text: 'Which?', key, marks: 1 },
          ...(attempts > 0 && { attempts, feedback: saidOfAttempts }),
          options: optionIds.map((option) => ({ id: option, text: `Tree ${option}` })),
        })),
    })) as unknown as AuthoredExam['sections'],
  })
}

const part: fc.Arbitrary<PartShape> = fc.record({
  seconds: fc.constantFrom(0, 60, 300),
  readingSeconds: fc.constantFrom(0, 0, 45),
  oneWay: fc.boolean(),
})

/** Papers: one part without rules of its own, or up to three with any. */
const parts: fc.Arbitrary<readonly PartShape[]> = fc.oneof(
  fc.constant([{ seconds: 0, readingSeconds: 0, oneWay: false }]),
  fc.array(part, { minLength: 1, maxLength: 3 }),
)

const anyTimes = fc.record({
  seconds: fc.constantFrom(0, 120, 400, 400),
  extraSeconds: fc.constantFrom(0, 0, 60),
  parts,
  isExtendable: fc.boolean(),
  canSkipReading: fc.boolean(),
  standsStillOffline: fc.boolean(),
  offlineAnswers: fc.constantFrom('count' as const, 'count' as const, 'review' as const, 'refuse' as const),
  sealsParts: fc.constantFrom(false, false, true),
  handsInAtEnd: fc.boolean(),
  attempts: fc.constantFrom(0, 0, 1, 2, 3),
  isRouted: fc.constantFrom(false, false, true),
})

/** Where answers decide about parts there are three of them, each of which is left for good. */
export const anyShape: fc.Arbitrary<Shape> = anyTimes.map((shape) => {
  if (!shape.isRouted) return shape
  const fill = { seconds: 0, readingSeconds: 0 }
  const three = [0, 1, 2].map((at) => ({ ...(shape.parts[at] ?? fill), oneWay: true }))
  return { ...shape, parts: three, sealsParts: true }
})
