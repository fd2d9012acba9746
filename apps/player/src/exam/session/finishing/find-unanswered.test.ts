import { type Question, sealedType } from '@sitwell/contract'
import { buildPaper } from '@sitwell/exam/paper/paper'
import type { ExamPlan } from '@sitwell/exam/time/exam-plan'
import { freshTime } from '@sitwell/exam/time/exam-time'
import { answeredParts } from '@sitwell/question-types/rules'
import { describe, expect, test } from 'vitest'
import { placeOf } from '../moves/place-of.ts'
import { findUnanswered } from './find-unanswered.ts'

const paper = buildPaper([
  { sectionId: 'root', sectionIds: ['a', 'b'], questionIds: [] },
  { sectionId: 'a', sectionIds: [], questionIds: ['a1', 'a2', 'note'] },
  { sectionId: 'b', sectionIds: [], questionIds: ['b1', 'shut'] },
])
const part = { timeMs: 60_000, readingMs: 0, warningMs: 0, oneWay: false }
const plan: ExamPlan = {
  timeMs: 0,
  warningMs: 0,
  parts: [
    { ...part, id: 'a' },
    { ...part, id: 'b' },
  ],
}
const question = (id: string, more: Partial<Question> = {}): [string, Question] => [
  id,
  { id, type: 'QUESTIONLTEXT', disabled: false, ...more } as Question,
]
const questions = new Map([
  question('a1'),
  question('a2'),
  question('note', { type: 'STATICTEXT' }),
  question('b1'),
  question('shut', { disabled: true }),
])
const answered = new Set(['a1'])
const partsOf = (asked: Question) => answeredParts(asked, { answerText: answered.has(asked.id) ? 'Because.' : '', options: [] })
const time = { ...freshTime(plan), partId: 'a' }
const partA = { kind: 'part', partId: 'a', nextPartId: 'b' } as const

describe('the check for unanswered questions', () => {
  // FIN-312
  test('of a part considers its own, and of the exam all that can still be gone to', () => {
    const find = (finishing: Parameters<typeof findUnanswered>[2]) =>
      findUnanswered({ paper, plan, questions }, placeOf({ questions }, time), finishing, partsOf).unanswered
    expect(find(partA)).toEqual(['a2'])
    expect(find({ kind: 'exam' })).toEqual(['a2', 'b1'])
  })

  test('names what lies here sealed and could still be gone to', () => {
    const sealed = new Map([...questions, question('b1', { type: sealedType })])
    const find = () =>
      findUnanswered({ paper, plan, questions: sealed }, placeOf({ questions: sealed }, time), { kind: 'exam' }, partsOf)
        .unanswered
    expect(find()).toEqual(['a2', 'b1'])
    answered.add('b1')
    expect(find()).toEqual(['a2'])
    answered.delete('b1')
  })

  test('asks nothing about a part that is closed', () => {
    const { a, b } = time.parts
    if (!a || !b) throw new Error('The plan has two parts')
    const closed = { ...time, partId: 'b', parts: { a: { ...a, isComplete: true }, b } }
    const place = placeOf({ questions }, closed)
    const found = findUnanswered({ paper, plan, questions }, place, { kind: 'exam' }, partsOf)
    expect(found.unanswered).toEqual(['b1'])
  })

  test('names what is partly answered, and where a file is missing', () => {
    const text = (id: string) => ({ id, text: '' })
    const more = new Map([
      question('a1', { type: 'MULTITEXT', parts: [text('x'), text('y')] } as Partial<Question>),
      question('a2', { type: 'EVIDENCE' }),
      question('b1', { type: 'VISITED' }),
    ])
    const find = (names: string[]) =>
      findUnanswered({ paper, plan, questions: more }, placeOf({ questions: more }, time), { kind: 'exam' }, (asked) =>
        answeredParts(
          asked,
          asked.type === 'MULTITEXT'
            ? { answerText: 'One', options: [{ optionID: 'x', optionText: 'One' }] }
            : { answerText: 'visited', options: [] },
          { names: new Set(names), areAll: true },
        ),
      )
    expect(find([])).toEqual({ unanswered: ['a2'], partly: ['a1'], lackingFiles: ['a2'] })
    expect(find(['map.pdf'])).toEqual({ unanswered: [], partly: ['a1'], lackingFiles: [] })
  })
})
