import type { Call } from '@sitwell/contract'
import { type Names, sampleInput } from '../../apps/server/src/testing/sample-input.ts'

type Parts = Readonly<Partial<Record<'params' | 'query' | 'body', Readonly<Record<string, unknown>>>>>

/** What a description can't know of a call that works; undefined leaves a field out. */
const known = ({ formrunguid, userguid }: Names): Readonly<Record<string, Parts>> => ({
  saveAnswer: {
    body: {
      page: 'o1-q3',
      questionVersionId: 'o1-q3',
      questionNumber: 3,
      options: [],
      answerText: 'Elm',
      otherText: undefined,
    },
  },
  start: { query: { importedAt: undefined } },
  examJson: { query: { importedAt: undefined } },
  complete: { body: { timeOver: undefined, sequences: undefined, answers: undefined, ledgerNumber: undefined } },
  uploadFile: { body: { question: undefined, replaces: undefined } },
  announceFile: { body: { question: undefined, replaces: undefined } },
  confirmRubric: { body: { confirmed: ['name', 'dob', 'identifier', 'instructions'] } },
  debugReport: { body: { reporterGuid: userguid } },
  partKey: { body: { partId: 'o1-section' } },
  token: { body: { password: 'guessed-secret' } },
  pauseFormRuns: { body: { formRunGuid: formrunguid, examGuid: undefined } },
  printQuestion: { body: { questionId: 'o1-q1' } },
})

/** A request of a call that is most likely taken, to be spoilt from there. */
export const likelyInput = (call: Call, names: Names): object => {
  const more = known(names)[call.name] ?? {}
  const sample = sampleInput(call, names)
  return Object.fromEntries(
    Object.entries(sample).map(([part, fields]) => {
      // Boundary: the parts of a sample are those of a call.
      const whole = { ...fields, ...more[part as keyof Parts] }
      return [part, Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))]
    }),
  )
}
