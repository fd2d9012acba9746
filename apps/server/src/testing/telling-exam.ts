import { examOf } from './test-world.ts'

const options = ['Ash', 'Birch', 'Cedar'].map((text) => ({ id: text.slice(0, 1).toLowerCase(), text }))

const when = (is: 'right' | 'wrong') => [{ on: 'mark' as const, is }]
/** The one file of the exam is a picture of feedback, which only a learner with the right answer may see. */
export const fileOfFeedback = 'pictures/a%20tree.svg'
const picture = `<p><img src="${fileOfFeedback}" alt=""></p>`

/** An exam whose result shows as much of the marks as one can; `key` is the right option of two of its questions. */
export const tellingExam = (prefix: string, key: string) =>
  examOf(prefix, {
    settings: {
      ...{ examTime: 600, warningTime: 60, resultFeedbackMask: 7, questionFeedback: true },
      ...{ downloadablePractice: true, allowImmediateResit: true },
    },
    feedback: [{ text: 'Thank you.' }],
    sections: [
      {
        id: `${prefix}-section`,
        name: 'First',
        questions: [
          {
            ...{ type: 'RADIO', id: `${prefix}-q1`, text: 'Which bends?', options, key, marks: 2 },
            feedback: {
              parts: [
                { text: picture, when: when('right') },
                { text: 'NOTYET', when: when('wrong') },
              ],
            },
          },
          {
            ...{ type: 'RADIO', id: `${prefix}-q2`, text: 'Which burns?', options, key, marks: 2, attempts: { most: 3 } },
            feedback: { parts: [{ text: 'TOLD', when: when('right') }] },
          },
          { type: 'QUESTIONLTEXT', id: `${prefix}-q3`, text: 'Why?', marks: 4 },
        ],
      },
    ],
  } as never)
