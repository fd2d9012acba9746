import { authoredQuestion } from '@sitwell/question-types/marking'
import { examOf } from './test-world.ts'

const question = (id: string) => authoredQuestion.parse({ type: 'QUESTIONLTEXT', id, text: 'Why?', marks: 1 })

/** An exam of two timed parts, the first one-way with reading time, and a third that gives all the time there is. */
export const timedExam = (prefix: string, settings: object = {}) =>
  examOf(prefix, {
    settings: { isExtendable: true, canBypassReadingTime: true, ...settings },
    sections: [
      {
        id: `${prefix}-a`,
        name: 'Part A',
        sectionTime: 600,
        readingTime: 120,
        oneWay: true,
        questions: [question(`${prefix}-a1`), question(`${prefix}-a2`)],
      },
      { id: `${prefix}-b`, name: 'Part B', sectionTime: 1200, questions: [question(`${prefix}-b1`)] },
      { id: `${prefix}-c`, name: 'Part C', questions: [question(`${prefix}-c1`)] },
    ],
  })
